// Searches by words: what is found has all of them, in any order and any case.

/**
 * Whether a text has the words of a query. Each text has those of an empty query.
 * @param {string} query
 * @returns {(text: string) => boolean}
 */
export function finder(query) {
  const words = query.toLowerCase().split(/\s+/);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

/**
 * What a query finds by titles: first what has the query as its name, then what has the words in its name, then the others.
 * A process ID in a title may contain any number, so whoever searches for “lift 21” must not get all machines of process 4210 first.
 * @template Item
 * @param {Item[]} items
 * @param {string} query
 * @param {(item: Item) => { name: string, title: string }} words
 * @returns {Item[]}
 */
export function foundByTitle(items, query, words) {
  // The list is searched with each frame, mostly without a query.
  if (query.trim() === "") return items;
  const [has, whole] = [finder(query), query.trim().toLowerCase()];
  /** @type {Item[][]} */
  const [exact, named, others] = [[], [], []];
  for (const item of items) {
    const { name, title } = words(item);
    if (!has(title)) continue;
    (name.toLowerCase() === whole ? exact : has(name) ? named : others).push(item);
  }
  return [...exact, ...named, ...others];
}
