"""JupyterLab for this project (``make lab``): it opens with an explorer that is ready, and changes no committed file."""
