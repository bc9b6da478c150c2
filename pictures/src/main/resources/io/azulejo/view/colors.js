// Colors of values. The viridis color map is perceptually uniform, also for color-blind people.

const VIRIDIS = [
  0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
  0x1fa088, 0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725,
];

/** The color map in 256 steps, as pixels of a canvas. */
const PALETTE = (() => {
  const palette = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (VIRIDIS.length - 1);
    const below = Math.min(Math.floor(at), VIRIDIS.length - 2);
    const part = at - below;
    const mix = (shift) => {
      const a = (VIRIDIS[below] >> shift) & 255;
      const b = (VIRIDIS[below + 1] >> shift) & 255;
      return Math.round(a + (b - a) * part);
    };
    palette[i] = ((255 << 24) | (mix(0) << 16) | (mix(8) << 8) | mix(16)) >>> 0;
  }
  return palette;
})();

const SAMPLE = 20_000;

/** Maps values from low to high to colors, on a linear or logarithmic scale. */
export class ColorScale {
  constructor(low, high, logarithmic) {
    this.low = low;
    this.high = high;
    this.logarithmic = logarithmic && low > 0 && high > low;
    // Skip the darkest colors, which are invisible on a dark background.
    this.base = document.documentElement.dataset.theme === 'dark' ? 52 : 0;
  }

  /** Returns the position of a value on the scale, from 0 to 1. */
  part(value) {
    if (!(this.high > this.low)) return 0.5;
    const part = this.logarithmic
      ? Math.log(value / this.low) / Math.log(this.high / this.low)
      : (value - this.low) / (this.high - this.low);
    return Math.min(1, Math.max(0, part));
  }

  /** Returns the value at a position on the scale. */
  value(part) {
    return this.logarithmic
      ? this.low * (this.high / this.low) ** part
      : this.low + (this.high - this.low) * part;
  }

  pixel(value) {
    return PALETTE[this.base + Math.round(this.part(value) * (255 - this.base))];
  }

  css(value) {
    return cssOf(this.pixel(value));
  }

  equals(other) {
    return other !== null && this.low === other.low && this.high === other.high
      && this.logarithmic === other.logarithmic && this.base === other.base;
  }
}

/**
 * Returns a scale that covers all values, or null if there are none. If a few values are far from
 * all others, the scale leaves them out, and they get the color of its end. The scale of counts is
 * logarithmic if the greatest count exceeds the least many times.
 */
export function scaleOf(lists, counts) {
  const all = lists.reduce((sum, list) => sum + list.length, 0);
  const step = Math.max(1, Math.floor(all / SAMPLE));
  const sample = [];
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const value = list[i];
      if (Number.isNaN(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
      if (i % step === 0) sample.push(value);
    }
  }
  if (low > high) return null;
  if (counts) return new ColorScale(low, high, high >= 30 * low);
  sample.sort((a, b) => a - b);
  const at = (part) => sample[Math.floor(part * (sample.length - 1))];
  const room = sample.length > 50 ? at(0.99) - at(0.01) : Infinity;
  const scale = new ColorScale(low < at(0.01) - room ? at(0.01) : low, high > at(0.99) + room ? at(0.99) : high, false);
  scale.below = scale.low > low;
  scale.above = scale.high < high;
  return scale;
}

const cssOf = (pixel) => `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;

/** Draws the scale from left to right. */
export function paintScale(canvas, scale) {
  const context = canvas.getContext('2d');
  const colors = 255 - scale.base;
  for (let x = 0; x < canvas.width; x++) {
    context.fillStyle = cssOf(PALETTE[scale.base + Math.round((x / (canvas.width - 1)) * colors)]);
    context.fillRect(x, 0, 1, canvas.height);
  }
}

/** The colors of fragments, from the palette of Okabe and Ito. */
export const CATEGORIES = ['#e69f00', '#56b4e9', '#d55e00', '#cc79a7', '#009e73', '#f0e442', '#0072b2'];
