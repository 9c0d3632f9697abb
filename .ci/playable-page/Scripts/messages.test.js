// What the page says to everybody, and to those who do not see it.

import { deepStrictEqual as equal } from "node:assert";
import { say, warn } from "page/messages.js";
import { openPage, text } from "./page-without-browser.js";

Deno.test("an announcement is a status that only a screen reader reads", () => {
  openPage();
  say("open handled: open");
  equal(text("[role=status].visually-hidden"), "open handled: open");
  equal(text("[role=alert]"), "");
  say("close handled: closed");
  equal(text("[role=status].visually-hidden"), "close handled: closed");
});

Deno.test("a warning is an alert that everybody sees, until it is empty", () => {
  openPage();
  warn("door.jsonl is not readable.");
  equal(text(".warning[role=alert]"), "door.jsonl is not readable.");
  equal(text("[role=status].visually-hidden"), "");
  warn("");
  equal(text("[role=alert]"), "");
});

Deno.test("names in messages are text, and no HTML", () => {
  openPage();
  warn("<b>door</b>");
  say("<b>open</b>");
  equal([text("[role=alert]"), text("#announcement")], ["<b>door</b>", "<b>open</b>"]);
  equal(document.querySelectorAll("[role=alert] *, #announcement *").length, 0);
});
