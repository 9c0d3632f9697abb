// Searches by words.

import { deepStrictEqual as equal } from "node:assert";
import { finder, foundByTitle } from "page/word-search.js";

Deno.test("a text is found if it has all words, in any order and any case", () => {
  const has = finder("Door  lift");
  equal(["the LIFT and its door", "the lift"].map(has), [true, false]);
  equal(["anything", ""].map(finder("  ")), [true, true]);
});

Deno.test("machines whose names are searched for come before those of a process ID with that number", () => {
  const machines = ["lift 5", "lift 211", "lift 21", "lift 7"];
  const words = (/** @type {string} */ name) => ({ name, title: `${name} · lifts 4210 · live` });
  const found = (/** @type {string} */ query) => foundByTitle(machines, query, words);
  equal(found("lift 21"), ["lift 21", "lift 211", "lift 5", "lift 7"]);
  equal(found("21 LIFT"), ["lift 211", "lift 21", "lift 5", "lift 7"]);
  equal(found("lift 9"), []);
  equal(found(""), machines);
});

Deno.test("a search without words leaves the order as it is, also of machines without a name", () => {
  const machines = ["lift 5", "", "lift 7"];
  equal(foundByTitle(machines, " ", (name) => ({ name, title: `${name} · lifts` })), machines);
});
