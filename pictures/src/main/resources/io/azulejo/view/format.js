// Formats numbers and times for display.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (number) => whole.format(number);

export function plural(number, word) {
  return `${count(number)} ${word}${number === 1 ? '' : 's'}`;
}

export function size(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? count(value) : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** Formats a number with only its significant digits. */
export function number(value) {
  if (!Number.isFinite(value)) return value === undefined ? '' : String(value);
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) && magnitude < 1e15) return whole.format(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e12)) return value.toExponential(4);
  return String(Number(value.toPrecision(7)));
}

/** Formats milliseconds since 1970 as a time in UTC. */
export function time(milliseconds) {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return count(milliseconds);
  const text = date.toISOString().replace('T', ' ').replace('Z', '');
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}

const SECONDS = {
  WEEK: 604800, DAY: 86400, HR: 3600, MIN: 60, SEC: 1, MS: 1e-3, US: 1e-6, NS: 1e-9, PS: 1e-12,
  FS: 1e-15, AS: 1e-18,
};

/**
 * Returns the length of a datetime field's unit in seconds, or 0 for other fields and for months
 * and years.
 */
export function secondsOf(field) {
  const match = /^DATETIME_(.*)$/.exec(field.type);
  return match ? SECONDS[match[1]] ?? 0 : 0;
}

/** Formats a value of a field: a number or a date. */
export function valueOf(field, value) {
  const seconds = secondsOf(field);
  if (seconds > 0) {
    const text = time(Math.round(value * seconds * 1000));
    return seconds >= 86400 ? text.slice(0, 10) : text;
  }
  if (field.type === 'DATETIME_YEAR') return String(1970 + Math.floor(value));
  if (field.type === 'DATETIME_MONTH') {
    const month = Math.floor(value);
    const year = 1970 + Math.floor(month / 12);
    return `${year}-${String((((month % 12) + 12) % 12) + 1).padStart(2, '0')}`;
  }
  return number(value);
}

/**
 * Formats the ticks of a time axis, given in seconds since 1970 and a step in seconds. A tick shows
 * the date if it differs from the previous tick's date, and the time of day otherwise.
 */
export function timeMarks(seconds, step) {
  let day = '';
  return seconds.map((second) => {
    const date = new Date(second * 1000);
    if (Number.isNaN(date.getTime())) return '';
    const text = date.toISOString();
    if (step >= 31536000) return text.slice(0, 4);
    if (step >= 2419200) return text.slice(0, 7);
    if (step >= 86400) return text.slice(0, 10);
    const clock = text.slice(11, step >= 60 ? 16 : step >= 1 ? 19 : 23);
    const changed = text.slice(0, 10) !== day;
    day = text.slice(0, 10);
    return changed ? `${clock}\n${day}` : clock;
  });
}

/** Rounds a number to the digits that matter on an axis of the given length. */
export function roundTo(value, span) {
  if (!(span > 0)) return value;
  const digits = Math.max(0, 3 - Math.floor(Math.log10(span)));
  return digits > 15 ? value : Number(value.toFixed(Math.min(15, digits)));
}
