// Dialogs: the browser's own, with a title and buttons. Going back closes one, as on phones.

import { el } from "./dom.js";

let opened = 0;

/**
 * Shows a dialog. `actions` are its buttons; the last is the main one. An action that returns a sentence keeps the
 * dialog open and shows the sentence as a problem.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {[string, () => unknown][]} actions
 */
export function dialog(title, content, actions) {
  const problem = el("p.problem", { role: "alert", hidden: true });
  const heading = el("h2", { id: "dialog-title" }, title);
  /** @param {() => unknown} action */
  const run = async (action) => {
    const answer = await action();
    if (typeof answer === "string") {
      problem.textContent = answer;
      problem.hidden = false;
    } else {
      element.close();
    }
  };
  const buttons = actions.map(([word, action], index) => {
    const isMain = index === actions.length - 1;
    return el(isMain ? "button.main" : "button", { type: isMain ? "submit" : "button", onclick: isMain ? null : () => run(action) }, word);
  });
  const form = el("form", {}, ...content, problem, el("div.actions", {}, ...buttons));
  form.onsubmit = (event) => {
    event.preventDefault();
    run(actions[actions.length - 1][1]);
  };
  const element = el("dialog", { "aria-labelledby": "dialog-title" }, heading, form);
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  closeByBack(element);
  return element;
}

/** An entry of the history stands for the open dialog: going back from it closes the dialog. @param {HTMLDialogElement} element */
function closeByBack(element) {
  const entry = ++opened;
  history.pushState({ dialog: entry }, "");
  const back = () => element.close();
  addEventListener("popstate", back);
  element.addEventListener("close", () => {
    removeEventListener("popstate", back);
    element.remove();
    // Whoever closed it and stayed here leaves no trace in the history.
    if (history.state?.dialog === entry) history.back();
  });
}
