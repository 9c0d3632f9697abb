// Times of several machines: seconds on their axis, and the time of day where it is known.

/** A time of day with milliseconds, in the time zone of the reader. @param {number} milliseconds Since 1970. */
export function clock(milliseconds) {
  const date = new Date(milliseconds);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => padded(part, 2));
  return `${parts.join(":")}.${padded(date.getMilliseconds(), 3)}`;
}

/** A date with its time of day, in the time zone of the reader. @param {number} milliseconds Since 1970. */
export function localDate(milliseconds) {
  const date = new Date(milliseconds);
  const parts = [padded(date.getMonth() + 1, 2), padded(date.getDate(), 2)];
  return `${[date.getFullYear(), ...parts].join("-")} ${clock(milliseconds)}`;
}

/** @param {number} value @param {number} width */
function padded(value, width) {
  return String(value).padStart(width, "0");
}

/** A number of seconds. @param {number} time */
export function seconds(time) {
  return `${time.toFixed(3)} s`;
}
