// A list of samples to choose from, where an arrow stands for several transitions.

import { byID, element } from "./elements.js";

/**
 * @param {{ event: number, name: string }[]} samples
 * @param {(event: number) => void} onChoose
 */
export function choose(samples, onChoose) {
  const dialog = /** @type {HTMLDialogElement} */ (byID("chooser"));
  byID("choices").replaceChildren(...samples.map(({ event, name }) =>
    element(
      "li",
      {},
      element("button", {
        "data-event": event,
        click: () => {
          dialog.close();
          onChoose(event);
        },
      }, name),
    )
  ));
  dialog.showModal();
}
