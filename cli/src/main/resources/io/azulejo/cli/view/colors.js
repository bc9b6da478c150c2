// Colours of values: the map viridis, even to the eye and to colour-blind eyes.

const VIRIDIS = [
  0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c,
  0x1fa088, 0x28ae80, 0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725,
];

/** 256 colours as the pixels of a canvas have them. */
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

/** From values to colours: from low to high, by logarithms if wanted. */
export class ColorScale {
  constructor(low, high, logarithmic) {
    this.low = low;
    this.high = high;
    this.logarithmic = logarithmic && low > 0 && high > low;
  }

  /** Where a value is, from 0 to 1. */
  part(value) {
    if (!(this.high > this.low)) return 0.5;
    const part = this.logarithmic
      ? Math.log(value / this.low) / Math.log(this.high / this.low)
      : (value - this.low) / (this.high - this.low);
    return Math.min(1, Math.max(0, part));
  }

  /** The value at a part of the scale. */
  value(part) {
    return this.logarithmic
      ? this.low * (this.high / this.low) ** part
      : this.low + (this.high - this.low) * part;
  }

  pixel(value) {
    return PALETTE[Math.round(this.part(value) * 255)];
  }

  css(value) {
    return cssOf(this.pixel(value));
  }

  equals(other) {
    return other !== null && this.low === other.low && this.high === other.high
      && this.logarithmic === other.logarithmic;
  }
}

const cssOf = (pixel) => `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;

/** Draws the scale from left to right. */
export function paintScale(canvas) {
  const context = canvas.getContext('2d');
  for (let x = 0; x < canvas.width; x++) {
    context.fillStyle = cssOf(PALETTE[Math.round((x / (canvas.width - 1)) * 255)]);
    context.fillRect(x, 0, 1, canvas.height);
  }
}

/** Colours by which fragments are told apart: those of Okabe and Ito. */
export const CATEGORIES = ['#e69f00', '#56b4e9', '#d55e00', '#cc79a7', '#009e73', '#f0e442', '#0072b2'];
