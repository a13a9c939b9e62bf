// Run the start notebook when JupyterLab opens with it, so that its explorer is ready without a click.
// JupyterLab asks a container of this form for the plugin; nothing has to be built.
(() => {
  const START = "reports/scratch/start.ipynb";

  async function opened(app) {
    for (let tries = 0; tries < 200; tries += 1) {
      const panel = [...app.shell.widgets("main")].find((widget) => widget.context?.path === START);
      if (panel) return panel;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return null; // JupyterLab was opened with something else
  }

  const plugin = {
    id: "gametree-start:run",
    description: "Runs the start notebook.",
    autoStart: true,
    // JupyterLab is restored when all plugins are active: so this one must not wait for it.
    activate: (app) => {
      app.restored.then(async () => {
        const panel = await opened(app);
        if (!panel) return;
        await panel.context.ready;
        await panel.sessionContext.ready;
        app.shell.activateById(panel.id);
        await app.commands.execute("notebook:run-all-cells");
      });
    },
  };

  const containers = (window._JUPYTERLAB ??= {});
  containers["gametree-start"] = { init: () => {}, get: async () => () => ({ __esModule: true, default: plugin }) };
})();
