// An event in a recording, as Swift writes it.

/**
 * @typedef {object} Entry What became of an event.
 * @property {number | null} time
 * @property {{ state: string[], event: string[], after: string[] }} path
 * @property {string} state
 * @property {string} event
 * @property {string} after
 * @property {"handled" | "rejected" | "dropped"} outcome
 * @property {string} [reason]
 * @property {string[]} exited
 * @property {string[]} entered
 * @property {string} [note] What somebody has written at the moment after the event.
 * @property {string} [noteBefore] The same for the moment before the first event.
 */

/** What is wrong with an entry; empty if nothing is. @param {any} value */
export function entryProblem(value) {
  if (typeof value !== "object" || value === null) return '"entry" must be a JSON object';
  const { path, outcome, reason } = value;
  for (const key of ["state", "event", "after"]) {
    if (typeof value[key] !== "string") return `"${key}" must be a string`;
    if (!isList(path?.[key])) return `"path.${key}" must be a list of strings`;
  }
  for (const key of ["exited", "entered"]) {
    if (!isList(value[key])) return `"${key}" must be a list of strings`;
  }
  if (!["handled", "rejected", "dropped"].includes(outcome)) {
    return '"outcome" must be "handled", "rejected" or "dropped"';
  }
  if (outcome === "dropped" ? typeof reason !== "string" : typeof (reason ?? "") !== "string") {
    return '"reason" must be a string';
  }
  for (const key of ["note", "noteBefore"]) {
    if (value[key] !== undefined && typeof value[key] !== "string") return `"${key}" must be a string`;
  }
  return "";
}

/** Whether something is a list of texts. @param {unknown} list */
export function isList(list) {
  return Array.isArray(list) && list.every((item) => typeof item === "string");
}
