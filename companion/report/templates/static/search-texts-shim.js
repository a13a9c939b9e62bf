// Sphinx fetches a page to show where it has the word; a page that is opened from disk can't be fetched, so its text is here.
(() => {
  const root = new URL(".", location.href);
  const fetchPage = window.fetch.bind(window);
  window.fetch = (address, options) => {
    const name = decodeURIComponent(new URL(address, root).pathname.slice(root.pathname.length));
    const text = (window.searchTexts || {})[name];
    return text === undefined ? fetchPage(address, options) : Promise.resolve(new Response(text));
  };
})();
