// The end of the worker that Python runs in: programs and their listings, as JSON, stand before it.

self.programs = programs;
self.listings = listings;
__BRYTHON__.runPythonSource(
  `
from browser import self as worker
from javascript import JSON

from companion.explanations.trace_data import trace_data

programs = JSON.parse(worker.programs)
listings = JSON.parse(worker.listings)


def answer(text):
    question = JSON.parse(text)
    try:
        if question["engine"] == "roll":
            from page_roll import roll  # the generators are read when the first tree is rolled

            return JSON.stringify({"answer": roll(question)})
        return JSON.stringify({"answer": trace_data(question, programs, lambda name: listings[name])})
    except (ValueError, RecursionError) as error:
        return JSON.stringify({"error": str(error)})


worker.answer = answer
`,
  "start",
);
// A strategy is read and listed when it is first searched with, which takes longer than most searches.  So each searches a
// small tree ahead: after the first answer, one at a time, so that no question waits for more than one of them.
const unread = Object.keys(JSON.parse(programs));
const readAhead = () => {
  const strategy = unread.shift();
  self.answer(JSON.stringify({ engine: "trace", strategy, tree: "[1, [2, 3]]" }));
  if (unread.length) setTimeout(readAhead);
};
let answered = false;
self.onmessage = ({ data: { number, question } }) => {
  let reply;
  try {
    reply = self.answer(JSON.stringify(question));
  } catch (error) {
    reply = JSON.stringify({ error: `Python in the page failed: ${error.args ?? error.message ?? error}` });
  }
  self.postMessage({ number, reply }); // as text, which is handed over faster than what it stands for
  if (!answered) setTimeout(readAhead);
  answered = true;
};
self.postMessage({ ready: true });
