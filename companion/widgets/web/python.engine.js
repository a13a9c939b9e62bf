// The package's own searches without a kernel: Python in a worker of the page, started when it is first needed.

(() => {
  let starting = null;
  let offered = null;
  let asked = 0;
  const waiting = new Map();

  function load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${gametree.folder}${name}`;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`the file ${name} of this page is missing`));
      document.head.append(script);
    });
  }

  // Start Python; the promise is kept when it can answer.
  function python() {
    return (starting ??= load("python.worker.js").then(
      () =>
        new Promise((resolve, reject) => {
          const url = URL.createObjectURL(new Blob([gametree.pythonWorker], { type: "text/javascript" }));
          delete gametree.pythonWorker;
          const worker = new Worker(url);
          worker.onerror = (event) => reject(new Error(`Python does not start in this browser: ${event.message}`));
          worker.onmessage = ({ data }) => {
            if (data.ready) return resolve(worker);
            const { keep, fail } = waiting.get(data.number);
            waiting.delete(data.number);
            const reply = JSON.parse(data.reply);
            if ("error" in reply) fail(new Error(reply.error));
            else keep(reply.answer);
          };
        }),
    ));
  }

  gametree.engines.trace = gametree.engines.roll = async (question) => {
    const worker = await python();
    return new Promise((keep, fail) => {
      asked += 1;
      waiting.set(asked, { keep, fail });
      worker.postMessage({ number: asked, question });
    });
  };
  gametree.engines.about = async () => {
    python().catch(() => {}); // whoever asks will soon search: let Python start meanwhile
    await (offered ??= load("explorer.about.js"));
    return gametree.about;
  };

  // The contract with the curious: gametree.search([[3, 5], [2, 9]], "sss*") gives what gt.search gives.  A tree with
  // chance nodes is given as text, as Python would write it.
  gametree.search = async (nested, strategy, options = {}) => {
    const tree = typeof nested === "string" ? nested : JSON.stringify(nested);
    const { result } = await gametree.engines.trace({ engine: "trace", tree, strategy, options, steps: false });
    const { value, leaves, nodes, visits } = result;
    return { value, leaves, nodes, visits };
  };
})();
