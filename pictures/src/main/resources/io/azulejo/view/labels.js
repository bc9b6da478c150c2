// Labels of coordinates, such as degrees. An axis shows labels instead of row numbers.
import { number, roundTo, secondsOf, valueOf } from './format.js';

/** Maps a value from one sorted list to another by interpolation between the nearest items. */
function between(value, from, to) {
  const falls = from[0] > from[from.length - 1];
  let below = 0;
  let above = from.length - 1;
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (falls ? from[middle] >= value : from[middle] <= value) below = middle;
    else above = middle;
  }
  const part = from[above] === from[below] ? 0 : (value - from[below]) / (from[above] - from[below]);
  return to[below] + Math.max(0, Math.min(1, part)) * (to[above] - to[below]);
}

/** Returns the label of a coordinate. */
export const labelAt = ({ labels }, place) => between(place, labels.places, labels.values);

/** Returns the coordinate of a label. */
export const placeOf = ({ labels }, value) => between(value, labels.values, labels.places);

/** Returns whether labels are dates or times, which do not determine the direction of an axis. */
export const isTime = ({ type }) => type.startsWith('DATETIME') || type.startsWith('TIME');

/** Returns the name of a field's labels, or the name of the field if it has none. */
export const titleOf = (field) => field.labels?.name ?? field.name;

/** Formats a value of a field, or its label if the field has labels. */
export function shownAt(field, place) {
  const value = field.whole ? Math.floor(place) : place;
  if (!field.labels) return valueOf(field, value);
  const label = labelAt(field, value);
  return secondsOf(field.labels) > 0 ? valueOf(field.labels, label) : number(roundTo(label, Math.abs(label)));
}

/** Returns the mean distance between the labels of adjacent coordinates. */
export function stepOf({ labels }) {
  const { places, values } = labels;
  const last = places.length - 1;
  return last === 0 ? 1 : Math.abs((values[last] - values[0]) / (places[last] - places[0]));
}

/** Returns the coordinates of about {@code most} round labels between two coordinates. */
export function roundPlaces(field, from, to, most) {
  const ends = [labelAt(field, from), labelAt(field, to)];
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const least = (high - low) / Math.max(1, most);
  if (!(least > 0)) return [placeOf(field, low)];
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((s) => s >= least * (1 - 1e-9));
  const places = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n++) {
    places.push(placeOf(field, n * step));
  }
  return places.sort((a, b) => a - b);
}
