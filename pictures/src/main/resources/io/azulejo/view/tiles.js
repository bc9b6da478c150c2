// Tiles of bins. Finds the tiles that a window needs, requests them, caches them and paints them.
import { ask, floats, isAbort } from './api.js';

const MAX_TILES = 220;
export const BINS = 256;

/**
 * Returns the size of bins along an axis, as the exponent of a power of two. With these sizes,
 * windows of similar size share tiles. A bin is never smaller than an integer.
 */
export function levelOf(field, unitsPerBin) {
  const level = Math.ceil(Math.log2(unitsPerBin));
  return field.whole ? Math.max(0, level) : level;
}

/** The tiles for a choice of cells and axes. */
export class Tiles {
  constructor(parameters, x, y, onArrival) {
    this.parameters = parameters;
    this.x = x;
    this.y = y;
    this.onArrival = onArrival;
    this.tiles = new Map();
    this.failure = '';
  }

  close() {
    this.closed = true;
    this.tiles.forEach((tile) => tile.asking?.abort());
  }

  /**
   * Returns the tiles of a window that have arrived, and requests the others. Aborts requests for
   * tiles that the window does not need.
   */
  need(window, unitsX, unitsY) {
    const levelX = levelOf(this.x, unitsX);
    const levelY = this.y ? levelOf(this.y, unitsY) : 0;
    const widthX = BINS * 2 ** levelX;
    const widthY = this.y ? BINS * 2 ** levelY : 1;
    const wanted = new Set();
    const rangeX = [Math.floor((window.x0 - this.x.low) / widthX), Math.floor((window.x1 - this.x.low) / widthX)];
    const rangeY = this.y ? [Math.floor((window.y0 - this.y.low) / widthY), Math.floor((window.y1 - this.y.low) / widthY)] : [0, 0];
    for (let iy = rangeY[0]; iy <= rangeY[1]; iy++) {
      for (let ix = rangeX[0]; ix <= rangeX[1]; ix++) {
        const key = `${levelX} ${levelY} ${ix} ${iy}`;
        const box = {
          x0: this.x.low + ix * widthX, x1: this.x.low + (ix + 1) * widthX,
          y0: this.y ? this.y.low + iy * widthY : 0, y1: this.y ? this.y.low + (iy + 1) * widthY : 1,
        };
        const inside = box.x1 > this.x.from && box.x0 < this.x.to
          && (!this.y || (box.y1 > this.y.from && box.y0 < this.y.to));
        if (inside) {
          wanted.add(key);
          this.get(key, box);
        }
      }
    }
    for (const [key, tile] of this.tiles) {
      if (tile.asking && !wanted.has(key)) {
        tile.asking.abort();
        this.tiles.delete(key);
      }
    }
    this.wanted = wanted;
    this.level = [levelX, levelY];
    return [...wanted].map((key) => this.tiles.get(key)).filter((tile) => tile?.values);
  }

  get(key, box) {
    const known = this.tiles.get(key);
    if (known) {
      this.tiles.delete(key);
      this.tiles.set(key, known);
      return;
    }
    const asking = new AbortController();
    const tile = { key, box, asking };
    this.tiles.set(key, tile);
    const bins = { nx: BINS, ny: this.y ? BINS : undefined };
    ask('tile', { ...this.parameters, ...box, ...bins }, asking.signal).then(
      (answer) => {
        tile.asking = null;
        tile.values = floats(answer.values);
        tile.lows = answer.lows && floats(answer.lows);
        tile.highs = answer.highs && floats(answer.highs);
        tile.note = answer.note;
        tile.cells = answer.cells;
        tile.range = rangeOf(tile.values);
        this.failure = '';
        this.trim();
        this.onArrival();
      },
      (failure) => {
        if (!isAbort(failure) && !this.closed) {
          // Keep the tile without values, so that it is not requested again and again.
          tile.asking = null;
          this.failure = failure.message;
          this.onArrival();
        }
      });
  }

  trim() {
    for (const [key, tile] of this.tiles) {
      if (this.tiles.size <= MAX_TILES) return;
      if (!tile.asking && !this.wanted?.has(key)) this.tiles.delete(key);
    }
  }

  /** Returns whether all tiles that the window needs have arrived. */
  get complete() {
    return [...(this.wanted ?? [])].every((key) => !this.tiles.get(key)?.asking);
  }

  /** Returns all tiles to paint, the coarsest first, so that finer ones cover them. */
  painted() {
    const now = [...(this.wanted ?? [])].map((key) => this.tiles.get(key)).filter((tile) => tile?.values);
    if (this.complete) return now;
    const others = [...this.tiles.values()].filter((tile) => tile.values && !this.wanted.has(tile.key));
    others.sort((a, b) => (b.box.x1 - b.box.x0) - (a.box.x1 - a.box.x0));
    return [...others, ...now];
  }
}

function rangeOf(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Returns the image of a tile. It is cached until the color scale changes. */
export function pictureOf(tile, scale, down) {
  if (tile.picture && scale.equals(tile.scale) && tile.down === down) return tile.picture;
  const canvas = tile.picture ?? document.createElement('canvas');
  const rows = tile.values.length / BINS;
  canvas.width = BINS;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  const image = context.createImageData(BINS, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0; y < rows; y++) {
    const line = (down ? y : rows - 1 - y) * BINS;
    for (let x = 0; x < BINS; x++) {
      const value = tile.values[y * BINS + x];
      pixels[line + x] = Number.isNaN(value) ? 0 : scale.pixel(value);
    }
  }
  context.putImageData(image, 0, 0);
  tile.picture = canvas;
  tile.scale = scale;
  tile.down = down;
  return canvas;
}

/** Returns the value at a position, from the finest tile that contains it. */
export function valueAt(tiles, px, py) {
  let best;
  for (const tile of tiles) {
    const { x0, x1, y0, y1 } = tile.box;
    if (px >= x0 && px < x1 && py >= y0 && py < y1) best = tile;
  }
  if (!best) return undefined;
  const { x0, x1, y0, y1 } = best.box;
  const rows = best.values.length / BINS;
  const ix = Math.floor(((px - x0) / (x1 - x0)) * BINS);
  const iy = Math.floor(((py - y0) / (y1 - y0)) * rows);
  return best.values[iy * BINS + ix];
}
