// Parts of JSON as text, since JavaScript does not represent every number of it.

/** The text of a member of an object in JSON whose value is an object. @param {string} object @param {string} key */
export function member(object, key) {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
  let [depth, name, start] = [0, "", -1];
  for (let match = token.exec(object); match; match = token.exec(object)) {
    const [text] = match;
    if (depth === 1 && text.startsWith('"')) name = text;
    else if (text === "{" || text === "[") {
      if (depth === 1 && name === JSON.stringify(key)) start = match.index;
      depth++;
    } else if (text === "}" || text === "]") {
      depth--;
      if (depth === 1 && start >= 0) return object.slice(start, match.index + 1);
    }
  }
  return undefined;
}
