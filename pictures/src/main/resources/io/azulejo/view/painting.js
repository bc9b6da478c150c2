// Draws the content of a plot within the axes: tiles or points, and boxes over them.
import { CATEGORIES } from './colors.js';
import { css } from './dom.js';
import { pictureOf } from './tiles.js';

/** Draws the tiles that have arrived. */
export function paintTiles(plot, u) {
  if (!plot.colors) return;
  u.ctx.imageSmoothingEnabled = false;
  for (const tile of plot.tiles.painted()) {
    const [left, top, width, height] = plot.place(u, tile.box);
    // Round to whole pixels, so that gaps between tiles are not visible.
    const x = Math.round(left);
    const y = Math.round(top);
    u.ctx.drawImage(pictureOf(tile, plot.colors, plot.down), x, y, Math.round(left + width) - x, Math.round(top + height) - y);
  }
}

/** Draws cells as individual points. */
export function paintPoints(plot, u) {
  const { x, y, color } = plot.points;
  const radius = Math.max(2, Math.min(5, 120 / Math.sqrt(x.length + 1))) * devicePixelRatio;
  const plain = css('--accent');
  u.ctx.lineWidth = 0.5 * devicePixelRatio;
  u.ctx.strokeStyle = css('--paper');
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i]) || Number.isNaN(y[i])) continue;
    const left = u.valToPos(x[i] * plot.x.factor, 'x', true);
    const top = u.valToPos(y[i] * plot.y.factor, 'y', true);
    u.ctx.fillStyle = color ? (Number.isNaN(color[i]) ? css('--muted') : plot.pointColors.css(color[i])) : plain;
    u.ctx.beginPath();
    u.ctx.arc(left, top, radius, 0, 2 * Math.PI);
    u.ctx.fill();
    u.ctx.stroke();
  }
}

/** Draws the boxes of tiles and fragments, as the user has chosen. */
export function paintBoxes(plot, u) {
  const box = (x0, x1, y0, y1) => plot.place(u, {
    x0, x1: plot.x.whole ? x1 + 1 : x1, y0, y1: !plot.line && plot.y.whole ? y1 + 1 : y1,
  });
  if (plot.choice.tiles && plot.boxes) {
    u.ctx.strokeStyle = css('--tile');
    u.ctx.lineWidth = devicePixelRatio * 0.8;
    u.ctx.beginPath();
    const all = plot.boxes.boxes;
    for (let i = 0; i + 3 < all.length; i += 4) {
      const [left, top, width, height] = box(all[i], all[i + 1], all[i + 2], all[i + 3]);
      u.ctx.rect(Math.round(left) + 0.5, Math.round(top) + 0.5, Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
    }
    u.ctx.stroke();
  }
  if (plot.choice.fragments && plot.fragments) {
    plot.fragments.fragments.forEach((fragment, i) => {
      if (!fragment.box) return;
      const [left, top, width, height] = box(...fragment.box);
      u.ctx.strokeStyle = CATEGORIES[i % CATEGORIES.length];
      u.ctx.lineWidth = 2.5 * devicePixelRatio;
      u.ctx.strokeRect(left, top, width, height);
    });
  }
}
