// The apps whose machines are inspected, on the page that lists all machines.

/** @import { Connection } from "./server-events.js" */
import { byID, counted, element } from "./elements.js";
import { connectionWords, ServerEvents } from "./server-events.js";

/**
 * @typedef {object} ListedMachine
 * @property {string} name
 * @property {string} type
 * @property {number} number The number of the machine within its app.
 * @property {string} [page] The address of the page of its type, if there is one.
 *
 * @typedef {object} ListedApp
 * @property {string} app
 * @property {number} process
 * @property {"live" | "silent" | "gone"} status
 * @property {string} session
 * @property {number} count How many machines it has; not all may be listed.
 * @property {ListedMachine[]} machines
 */

const statusWords = {
  live: "running",
  silent: "it does not respond and may be suspended",
  gone: "it has ended or lost the connection",
};

new ServerEvents("/apps", {
  hello: () => showConnection("connected"),
  reload: () => location.reload(),
  apps: (apps) => showApps(apps),
}, showConnection);

/** @param {Connection} connection */
function showConnection(connection) {
  byID("connection").textContent = connectionWords[connection];
}

/** @param {ListedApp[]} apps */
function showApps(apps) {
  byID("how-to-connect").hidden = apps.length > 0;
  byID("apps").replaceChildren(...apps.map(item));
}

/** @param {ListedApp} app */
function item(app) {
  const more = app.count - app.machines.length;
  return element(
    "li",
    {},
    element("b", {}, app.app),
    ` process ${app.process}: ${statusWords[app.status]}; `,
    app.count === 0 ? "no machines" : counted(app.count, "machine"),
    " ",
    element("a", { href: `/together?${new URLSearchParams({ session: app.session })}` }, "side by side"),
    element(
      "ul",
      {},
      ...app.machines.map((machine) => element("li", {}, ...line(machine, app.session))),
      ...(more > 0 ? [element("li", {}, `and ${more} more, listed on the pages`)] : []),
    ),
  );
}

/** @param {ListedMachine} machine @param {string} session */
function line({ name, type, number, page }, session) {
  if (!page) return [`${name} `, element("small", {}, `${type}, which is not in the catalog of this program`)];
  const query = new URLSearchParams({ session, machine: String(number) });
  return [element("a", { href: `${page}?${query}` }, name), " ", element("small", {}, type)];
}
