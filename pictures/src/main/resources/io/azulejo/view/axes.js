// The choice of axes, and their extents.
import { secondsOf } from './format.js';
import { isTime, labelAt, stepOf, titleOf } from './labels.js';

const EAST = /^(lon|lng|long|longitude|easting)$/i;
const NORTH = /^(lat|latitude|northing)$/i;

export const fieldOf = (object, name) => object.fields.find((f) => f.name === name);

/**
 * Returns the axes and the color that a user probably wants, or null if the object has no numeric
 * fields.
 */
export function proposal(object) {
  const dimensions = object.fields.filter((f) => f.dimension);
  const attributes = object.fields.filter((f) => !f.dimension);
  const color = attributes.find((f) => !/^(id|index|row)$/i.test(f.name)) ?? attributes[0];
  const east = object.fields.find((f) => EAST.test(titleOf(f)));
  const north = object.fields.find((f) => NORTH.test(titleOf(f)));
  if (east && north) {
    const third = attributes.find((f) => f !== east && f !== north);
    return { x: east.name, y: north.name, color: third?.name ?? '' };
  }
  if (dimensions.length >= 2) {
    const time = dimensions.find((f) => f.type.startsWith('DATETIME'));
    const [a, b] = object.dense ? dimensions.slice(-2) : dimensions;
    const x = time ?? b;
    const y = x === b ? a : b;
    return { x: x.name, y: y.name, color: color?.name ?? '' };
  }
  if (dimensions.length === 1) {
    // A line. Without a numeric attribute, it shows the number of cells.
    return { x: dimensions[0].name, y: '', color: color?.name ?? '' };
  }
  if (attributes.length >= 2) {
    return { x: attributes[0].name, y: attributes[1].name, color: '' };
  }
  return attributes.length === 1 ? { x: attributes[0].name, y: '', color: '' } : null;
}

/**
 * Returns the dimensions of a dense array that are not axes. The plot shows one coordinate of each.
 */
export function toFix(object, plot) {
  if (!object.dense) return [];
  return object.fields.filter((f) => f.dimension && f.name !== plot.x && f.name !== plot.y && f.low !== undefined);
}

/**
 * Returns whether a vertical axis runs downwards. The rows of a dense array do, but numeric labels,
 * such as degrees, increase upwards.
 */
export function goesDown(object, field) {
  if (!field?.dimension) return false;
  return field.labels && !isTime(field.labels) ? field.labels.decreasing : object.dense;
}

/**
 * Returns the ends of an axis that shows the values from low to high. Integers are cells of width
 * 1; other axes have margins.
 */
export function extentOf(field, low, high) {
  if (field.whole) return [low, high + 1];
  const room = high > low ? (high - low) * 0.02 : Math.max(1e-9, Math.abs(low) * 0.02, 0.5);
  return [low - room, high + room];
}

/**
 * Returns the number of x units that are as long as one y unit, or 0 if the axes are not
 * comparable.
 */
export function aspect(object, x, y, middle) {
  if (EAST.test(titleOf(x)) && NORTH.test(titleOf(y)) && /^l/i.test(titleOf(x))) {
    const latitude = y.labels ? labelAt(y, middle) : middle;
    const steps = (y.labels ? stepOf(y) : 1) / (x.labels ? stepOf(x) : 1);
    return steps / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  }
  const numbers = x.dimension && y.dimension && x.whole && y.whole && object.dense;
  return numbers && secondsOf(x) === 0 && secondsOf(y) === 0 ? 1 : 0;
}
