// The focus in what is replaced while somebody uses it.

/** Changes what is in an element, and keeps the focus where it was. @param {HTMLElement} parent @param {() => void} change */
export function keepFocus(parent, change) {
  const key = (/** @type {Element} */ one) =>
    one instanceof HTMLAnchorElement ? one.href : /** @type {HTMLElement} */ (one).dataset.key;
  const focused = document.activeElement && parent.contains(document.activeElement)
    ? key(document.activeElement)
    : undefined;
  change();
  if (focused === undefined) return false;
  const again = [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll("a, button"))].find((one) =>
    key(one) === focused
  );
  (again ?? /** @type {HTMLElement | null} */ (parent.querySelector('button[tabindex="0"]')))?.focus({
    preventScroll: true,
  });
  return true;
}
