// The list of samples, of which the user chooses one.

import { deepStrictEqual as equal } from "node:assert";
import { choose } from "page/chooser.js";
import { click, openPage } from "./page-without-browser.js";

const samples = [{ event: 2, name: "lock(1)" }, { event: 3, name: "lock(2)" }];

function dialog() {
  return /** @type {HTMLDialogElement} */ (document.querySelector("#chooser"));
}

function buttons() {
  return [...document.querySelectorAll("#choices > li > button")].map((button) => button.textContent);
}

Deno.test("the dialog is closed when a sample is chosen, and then its event is sent", () => {
  openPage();
  /** @type {[number, boolean][]} */
  const chosen = [];
  choose(samples, (event) => chosen.push([event, dialog().open]));
  click("#choices li:nth-child(2) button");
  equal([chosen, dialog().open], [[[3, false]], false]);
});

Deno.test("the dialog asks for the samples of the last arrow only", () => {
  openPage();
  /** @type {number[]} */
  const chosen = [];
  choose(samples, () => chosen.push(-1));
  dialog().close();
  choose([{ event: 4, name: "unlock(1)" }, { event: 5, name: "unlock(2)" }], (event) => chosen.push(event));
  equal(buttons(), ["unlock(1)", "unlock(2)"]);
  click("#choices li:nth-child(1) button");
  equal(chosen, [4]);
});
