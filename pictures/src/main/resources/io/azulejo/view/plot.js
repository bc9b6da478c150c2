// Plots: heat maps, densities, points and lines, which the user can move and zoom. uPlot draws the
// frame, axes and lines. The content comes as tiles, which are painted on its canvas.
import { ask, doubles, isAbort } from './api.js';
import { aspect, extentOf, fieldOf, goesDown, proposal, toFix } from './axes.js';
import { ColorScale, paintScale, scaleOf } from './colors.js';
import { css, el, fill, labeled, later, select } from './dom.js';
import { count, number, plural, roundTo, secondsOf, time, timeMarks, valueOf } from './format.js';
import { gestures } from './gestures.js';
import { isTime, labelAt, roundPlaces, shownAt, titleOf } from './labels.js';
import { paintBoxes, paintPoints, paintTiles } from './painting.js';
import { cells, change, state } from './state.js';
import { Tiles, valueAt } from './tiles.js';

const MAX_POINTS = 8000;
const INCREMENTS =
  Array.from({ length: 18 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

const listeners = new Set();
export const onPlotChange = (listener) => listeners.add(listener);
let current = null;

/**
 * Returns the request parameters that describe the plot, or null unless the current object has a
 * plot.
 */
export const plotParameters = () => (current?.choice.id === state.id ? current.shown() : null);
export const plotKey = (key) => current?.key(key) ?? false;

/** Returns ticks at round labels, spaced so that their texts fit. */
function labelMarks(u, index, field, low, high) {
  const length = index === 0 ? u.bbox.width : u.bbox.height;
  const most = length / devicePixelRatio / (index === 0 ? 70 : 32);
  return roundPlaces(field, field.value(low) - 0.5, field.value(high) - 0.5, most).map((place) => field.scale(place + 0.5));
}

/** A plot in a panel. */
export class Plot {
  constructor(panel) {
    current = this;
    this.panel = panel;
    this.object = state.object;
    const known = state.plot.id === state.id ? state.plot : null;
    this.choice = known ?? { id: state.id, ...proposal(this.object), fixed: {}, fragments: false, tiles: false };
    this.usable = this.choice.x !== undefined && this.object.cells > 0;
    this.window = null;
    this.points = null;
    this.fragments = null;
    this.boxes = null;
    this.asking = new AbortController();
    this.settle = later(180, () => this.settled());
    if (!this.usable) {
      fill(panel, el('p', { class: 'hint' }, this.object.cells > 0
        ? 'This array has no numeric fields to plot. See its cells in the table.'
        : 'No cells were written at this time; nothing to draw.'));
      return;
    }
    this.build();
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(this.frame);
    this.begin();
  }

  close() {
    this.closed = true;
    current = null;
    this.asking.abort();
    this.resizes?.disconnect();
    this.tiles?.close();
    this.u?.destroy();
  }

  get line() {
    return !this.choice.y;
  }

  build() {
    const numbers = this.object.fields.map((f) => [f.name, f.dimension ? `${titleOf(f)} (dimension)` : f.name]);
    const set = (name) => (value) => this.choose({ [name]: value });
    const check = (name, text, title) => el('label', { class: 'check', title }, el('input', {
      type: 'checkbox', id: `show-${name}`, checked: this.choice[name],
      onchange: (event) => this.overlay(name, event.target.checked),
    }), text);
    this.fixers = el('div', { class: 'fixers' });
    this.frame = el('div', { class: 'frame', tabindex: '0', role: 'img', id: 'picture', 'aria-label': 'Plot of the cells; arrow keys move it, plus and minus zoom' });
    this.readout = el('div', { class: 'readout', id: 'readout', role: 'status' }, '\u00a0');
    this.legend = el('div', { class: 'legend' });
    this.note = el('p', { class: 'plot-note', id: 'plot-note', role: 'status', hidden: true });
    fill(
      this.panel,
      el('div', { class: 'plot' },
        el('div', { class: 'tools' },
          labeled('Right', select(numbers, this.choice.x, set('x'), { id: 'axis-x' })),
          labeled(goesDown(this.object, fieldOf(this.object, this.choice.y)) ? 'Down' : 'Up', select([['', 'one axis: a line'], ...numbers], this.choice.y, set('y'), { id: 'axis-y' })),
          labeled('Value', select([['', 'number of cells'], ...numbers], this.choice.color, set('color'), { id: 'axis-color' })),
          check('fragments', 'Fragments', 'Show the boxes of fragments (f)'),
          check('tiles', 'Tiles', 'Show the boxes of tiles (t)'),
          el('span', { class: 'grow' }),
          el('button', { type: 'button', class: 'quiet small', id: 'zoom-in', title: 'Zoom in (+)', onclick: () => this.zoom(0.5) }, '+'),
          el('button', { type: 'button', class: 'quiet small', id: 'zoom-out', title: 'Zoom out (-)', onclick: () => this.zoom(2) }, '−'),
          el('button', { type: 'button', class: 'quiet small', id: 'zoom-all', title: 'Reset zoom (0)', onclick: () => this.reset() }, 'All'),
          el('button', { type: 'button', class: 'quiet small', id: 'save-png', title: 'Save the plot as PNG', onclick: () => this.save() }, 'PNG')),
        this.fixers,
        this.note,
        this.frame,
        el('div', { class: 'below' }, this.readout, el('span', { class: 'grow' }), this.legend)));
  }

  choose(values) {
    if (values.x && values.x === this.choice.y) values.y = this.choice.x;
    if (values.y && values.y === this.choice.x) {
      values.x = this.choice.y || this.object.fields.find((f) => f.name !== values.y)?.name;
    }
    change({ plot: { ...this.choice, ...values }, window: null });
  }

  overlay(name, on) {
    this.choice[name] = on;
    change({ plot: this.choice });
    this.loadBoxes();
    this.redraw();
  }

  /** Determines the extents of the axes, then draws. */
  async begin() {
    try {
      this.x = await this.axis(this.choice.x);
      this.y = this.line ? null : await this.axis(this.choice.y);
      this.value = this.choice.color ? fieldOf(this.object, this.choice.color) : null;
    } catch (failure) {
      if (!isAbort(failure)) this.say(failure.message, true);
      return;
    }
    if (this.closed) return;
    if (this.x === null || (!this.line && this.y === null)) {
      this.say('No cells with values here; nothing to draw.', true);
      return;
    }
    this.fix();
    this.down = !this.line && goesDown(this.object, this.y);
    this.refetch();
    this.window = state.window ?? this.whole();
    this.chart();
    // The size of the space within the axes is known only now.
    this.window = state.window ?? this.whole();
    this.loadBoxes();
    this.resize();
  }

  async axis(name) {
    const field = { ...fieldOf(this.object, name) };
    let { low, high } = field;
    if (!field.dimension) {
      const answer = await ask('axis', this.chosen({ field: name }), this.asking.signal);
      ({ low, high } = answer);
    }
    if (low === undefined || high === undefined) return null;
    const [from, to] = extentOf(field, low, high);
    const factor = secondsOf(field) || 1;
    const shift = field.whole ? 0.5 : 0;
    return {
      ...field, low, high, from, to, factor,
      time: secondsOf(field) > 0,
      scale: (value) => (value - shift) * factor,
      value: (place) => place / factor + shift,
    };
  }

  /** Returns request parameters that select the cells of the plot. */
  chosen(more) {
    const fixes = toFix(this.object, this.choice).map((f) => `${f.name}=${this.choice.fixed[f.name] ?? f.low}`);
    return cells({ fix: fixes, ...more });
  }

  /** Shows controls for the dimensions that are not axes. */
  fix() {
    const fields = toFix(this.object, this.choice);
    const refetch = later(60, () => { this.refetch(); this.settled(); });
    fill(this.fixers, fields.map((field) => {
      const value = this.choice.fixed[field.name] ?? field.low;
      const words = el('output', {}, shownAt(field, value));
      const slider = el('input', {
        type: 'range', min: field.low, max: field.high, step: 1, value: String(value), id: `fix-${field.name}`,
        oninput: () => {
          this.choice.fixed[field.name] = Number(slider.value);
          words.textContent = shownAt(field, Number(slider.value));
          refetch();
        },
      });
      slider.value = String(value);
      return el('label', { class: 'labeled' }, el('span', {}, titleOf(field)), slider, words);
    }));
    this.fixers.hidden = fields.length === 0;
  }

  refetch() {
    this.tiles?.close();
    const parameters = this.chosen({ x: this.choice.x, y: this.choice.y, color: this.choice.color });
    this.tiles = new Tiles(parameters, this.x, this.y, () => { this.redraw(); this.settle(); });
    this.points = null;
    this.colors = null;
  }

  /** Returns the window that contains all cells. */
  whole() {
    const window = {
      x0: this.x.from, x1: this.x.to,
      y0: this.line ? 0 : this.y.from, y1: this.line ? 1 : this.y.to,
    };
    return this.line ? window : this.even(window);
  }

  /** Extends a window so that both axes have the same scale, if they are comparable. */
  even(window) {
    const ratio = aspect(this.object, this.x, this.y, (window.y0 + window.y1) / 2);
    const width = this.u?.over.clientWidth || 800;
    const height = this.u?.over.clientHeight || 500;
    const spanX = window.x1 - window.x0;
    const spanY = window.y1 - window.y0;
    if (ratio === 0 || spanX / spanY > 12 || spanY / spanX > 12) return window;
    const perX = spanX / width;
    const perY = (spanY * ratio) / height;
    const grow = (low, high, factor) => {
      const middle = (low + high) / 2;
      const half = ((high - low) / 2) * factor;
      return [middle - half, middle + half];
    };
    const result = { ...window };
    if (perX < perY) [result.x0, result.x1] = grow(window.x0, window.x1, perY / perX);
    else [result.y0, result.y1] = grow(window.y0, window.y1, perX / perY);
    return result;
  }

  chart() {
    this.u?.destroy();
    fill(this.frame);
    const ink = css('--muted');
    const axis = (field, more) => ({
      stroke: ink, font: '12px system-ui, sans-serif', labelFont: '600 12px system-ui, sans-serif', label: titleOf(field),
      labelSize: 18, ticks: { stroke: css('--line'), size: 5 }, grid: { show: this.line, stroke: css('--line'), width: 1 },
      ...(field.whole && !field.time ? { incrs: INCREMENTS } : {}),
      ...(field.labels && !isTime(field.labels) ? { splits: (u, index, low, high) => labelMarks(u, index, field, low, high) } : {}),
      values: (u, splits, index, space, step) => {
        const texts = field.labels ? splits.map((s) => valueOf(field.labels, roundTo(labelAt(field, field.value(s) - 0.5), Math.abs(labelAt(field, field.to) - labelAt(field, field.from)) || 1)))
          : field.time ? timeMarks(splits, step) : splits.map((s) => valueOf(field, s));
        // Hide the labels of ticks outside the data.
        return texts.map((text, i) => (field.scale && (splits[i] < field.scale(field.from) - 1e-9 || splits[i] > field.scale(field.to)) ? '' : text));
      },
      ...(field.time ? { space: 96 } : {}),
      ...more,
    });
    const upright = this.line ? { name: this.value ? `mean of ${this.value.name}` : 'number of cells', type: '', whole: !this.value } : this.y;
    const accent = css('--accent');
    const hidden = { show: true, paths: () => null, points: { show: false } };
    this.u = new uPlot({
      width: this.frame.clientWidth || 600,
      height: this.frame.clientHeight || 400,
      padding: [10, this.x.time ? 40 : 16, 0, 0],
      legend: { show: false },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false }, y: !this.line, bind: { dblclick: () => null } },
      scales: {
        x: { time: this.x.time, range: () => [this.x.scale(this.window.x0), this.x.scale(this.window.x1)] },
        y: {
          time: !this.line && this.y.time, dir: this.down ? -1 : 1,
          range: () => (this.line ? this.valueRange() : [this.y.scale(this.window.y0), this.y.scale(this.window.y1)]),
        },
      },
      axes: [axis(this.x, { size: this.x.time ? 44 : 32 }), axis(upright, { size: 66 })],
      series: this.line
        ? [{}, { stroke: accent, width: 1.4, points: { show: false }, spanGaps: !this.object.dense },
            { stroke: 'transparent', points: { show: false }, spanGaps: !this.object.dense }, { stroke: 'transparent', points: { show: false }, spanGaps: !this.object.dense }]
        : [{}, hidden],
      bands: this.line ? [{ series: [3, 2], fill: css('--band') }] : [],
      hooks: {
        drawClear: [(u) => { u.ctx.fillStyle = css('--paper'); u.ctx.fillRect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height); }],
        draw: [(u) => this.paint(u)],
        setCursor: [() => this.read()],
      },
    }, [[], []], this.frame);
    gestures(this, this.u.over);
  }

  resize() {
    if (!this.u || !this.window) return;
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (width < 50 || height < 50) return;
    const first = this.u.width !== width || this.u.height !== height;
    if (first) this.u.setSize({ width, height });
    if (first && state.window === null) this.window = this.whole();
    this.draw();
    this.settle();
  }

  /** Draws the window and requests the tiles that it lacks. */
  draw() {
    const { x0, x1, y0, y1 } = this.window;
    const pixels = this.object.dense ? 1.25 : 4;
    const perX = ((x1 - x0) / Math.max(1, this.u.over.clientWidth)) * (this.line ? 1 : pixels);
    const perY = ((y1 - y0) / Math.max(1, this.u.over.clientHeight)) * pixels;
    this.seen = this.tiles.need(this.window, perX, perY);
    this.redraw();
  }

  redraw() {
    if (this.closed || !this.window || !this.u) return;
    this.rescale();
    if (this.line) {
      this.u.setData(this.lineData());
    } else {
      this.u.setData([[this.x.scale(this.window.x0), this.x.scale(this.window.x1)], [this.y.scale(this.window.y0), this.y.scale(this.window.y1)]]);
    }
    this.describe();
  }

  /** Adapts the color scale to the visible values. */
  rescale() {
    if (this.line) return;
    const shown = this.tiles.painted();
    if (this.tiles.complete || this.colors === null) {
      const colors = scaleOf(shown.map((tile) => tile.values), !this.choice.color);
      if (colors !== null && !colors.equals(this.colors)) this.colors = colors;
    }
  }

  lineData() {
    const tiles = this.tiles.painted().sort((a, b) => a.box.x0 - b.box.x0);
    const data = [[], [], [], []];
    let end = -Infinity;
    for (const tile of tiles) {
      const step = (tile.box.x1 - tile.box.x0) / tile.values.length;
      if (tile.box.x0 < end) continue;
      end = tile.box.x1;
      tile.values.forEach((value, i) => {
        const middle = tile.box.x0 + (i + 0.5) * step;
        if (middle < this.x.from || middle > this.x.to) return;
        data[0].push(this.x.scale(middle));
        const empty = Number.isNaN(value);
        data[1].push(empty ? null : value);
        data[2].push(empty || !this.choice.color ? null : tile.lows[i]);
        data[3].push(empty || !this.choice.color ? null : tile.highs[i]);
      });
    }
    this.data = data;
    return data;
  }

  valueRange() {
    let low = Infinity;
    let high = -Infinity;
    const [from, to] = [this.x.scale(this.window.x0), this.x.scale(this.window.x1)];
    this.data?.[0].forEach((place, i) => {
      if (place < from || place > to || this.data[1][i] === null) return;
      low = Math.min(low, this.data[2][i] ?? this.data[1][i]);
      high = Math.max(high, this.data[3][i] ?? this.data[1][i]);
    });
    if (low > high) return [0, 1];
    if (!this.choice.color) low = 0;
    const room = high > low ? (high - low) * 0.05 : Math.max(Math.abs(low) * 0.1, 1);
    return [this.choice.color ? low - room : 0, high + room];
  }

  paint(u) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    if (!this.line) {
      if (this.points !== null && this.pointsFit()) paintPoints(this, u);
      else paintTiles(this, u);
    }
    paintBoxes(this, u);
    ctx.restore();
    ctx.strokeStyle = css('--line');
    ctx.lineWidth = devicePixelRatio;
    ctx.strokeRect(bbox.left, bbox.top, bbox.width, bbox.height);
  }

  place(u, box) {
    const ax = u.valToPos(this.x.scale(box.x0), 'x', true);
    const bx = u.valToPos(this.x.scale(box.x1), 'x', true);
    const ay = this.line ? u.bbox.top : u.valToPos(this.y.scale(box.y0), 'y', true);
    const by = this.line ? u.bbox.top + u.bbox.height : u.valToPos(this.y.scale(box.y1), 'y', true);
    return [Math.min(ax, bx), Math.min(ay, by), Math.abs(bx - ax), Math.abs(by - ay)];
  }

  pointsFit() {
    const { window } = this.points;
    return this.window.x0 >= window.x0 && this.window.x1 <= window.x1 && this.window.y0 >= window.y0 && this.window.y1 <= window.y1;
  }

  /**
   * Called when the user has paused. Replaces bins by points where possible, and updates boxes and
   * the command.
   */
  settled() {
    if (this.closed || !this.window || this.choice.id !== state.id) return;
    this.draw();
    state.window = this.isWhole() ? null : this.window;
    listeners.forEach((listener) => listener());
    this.loadPoints();
    if (this.choice.tiles) this.loadBoxes();
  }

  isWhole() {
    const whole = this.whole();
    return ['x0', 'x1', 'y0', 'y1'].every((name) => whole[name] === this.window[name]);
  }

  async loadPoints() {
    if (this.line || this.object.dense || !this.tiles.complete) return;
    if (this.points !== null && this.pointsFit()) return;
    const tiles = this.tiles.painted();
    const number = tiles.reduce((sum, tile) => sum + tile.cells, 0);
    const sampled = tiles.some((tile) => tile.note);
    if (number > MAX_POINTS || sampled || number === 0) {
      if (this.points !== null) { this.points = null; this.redraw(); }
      return;
    }
    const boxes = tiles.map((tile) => tile.box);
    const window = {
      x0: Math.min(...boxes.map((b) => b.x0)), x1: Math.max(...boxes.map((b) => b.x1)),
      y0: Math.min(...boxes.map((b) => b.y0)), y1: Math.max(...boxes.map((b) => b.y1)),
    };
    const covered = tiles.length > 0 && this.covers(window);
    try {
      const answer = await ask('points', this.chosen({ x: this.choice.x, y: this.choice.y, color: this.choice.color, limit: MAX_POINTS, ...window }), this.asking.signal);
      this.points = { x: doubles(answer.x), y: doubles(answer.y), color: answer.color && doubles(answer.color), window: covered ? { x0: -Infinity, x1: Infinity, y0: -Infinity, y1: Infinity } : window };
      if (this.points.color) {
        this.pointColors = scaleOf([this.points.color], false) ?? new ColorScale(0, 0, false);
      }
      this.redraw();
    } catch (failure) {
      if (!isAbort(failure)) this.say(failure.message, true);
    }
  }

  covers(window) {
    return window.x0 <= this.x.from && window.x1 >= this.x.to && window.y0 <= this.y.from && window.y1 >= this.y.to;
  }

  async loadBoxes() {
    if (!this.window || (!this.choice.fragments && !this.choice.tiles)) return;
    const parameters = this.chosen({ x: this.choice.x, y: this.choice.y, ...(this.choice.tiles ? { tiles: 1, ...this.window } : {}) });
    try {
      const answer = await ask('fragments', parameters, this.asking.signal);
      this.fragments = answer.fragments ? answer : null;
      this.boxes = answer.boxes ? answer : null;
      this.boxNote = answer.note ? 'Fragments and tiles are shown only if both axes are dimensions.' : answer.moreBoxes ? 'Zoom in to see all tiles.' : answer.hidden > 0 ? `${count(answer.hidden)} older fragments are not shown.` : '';
      this.redraw();
    } catch (failure) {
      if (!isAbort(failure)) this.say(failure.message, true);
    }
  }

  describe() {
    const notes = new Set(this.tiles.painted().map((tile) => tile.note).filter(Boolean));
    const text = [...notes].slice(0, 1).map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`);
    if (this.tiles.failure) text.push(this.tiles.failure);
    if (this.boxNote && (this.choice.fragments || this.choice.tiles)) text.push(this.boxNote);
    this.say(text.join(' '), this.tiles.failure !== '');
    this.drawLegend();
  }

  say(text, bad = false) {
    this.note.textContent = text;
    this.note.hidden = text === '';
    this.note.classList.toggle('bad', bad);
  }

  drawLegend() {
    const points = !this.line && this.points !== null && this.pointsFit();
    const colors = points ? (this.points.color ? this.pointColors : null) : this.colors;
    const text = points ? `${plural(this.points.x.length, 'cell')}${this.choice.color ? `, colored by ${this.choice.color}` : ', one point each'}`
      : this.line ? (this.choice.color ? `${this.choice.color}: mean, minimum and maximum` : 'cells in each step') : this.choice.color || `cells in each bin${this.colors?.logarithmic ? ', logarithmic' : ''}`;
    const key = `${text} ${colors?.low} ${colors?.high} ${colors?.base}`;
    if (key === this.legendKey) return;
    this.legendKey = key;
    const canvas = el('canvas', { width: 180, height: 10, 'aria-hidden': 'true' });
    const field = this.value ?? { type: '' };
    const label = (part, cut = '') => el('span', {}, cut + valueOf(field, roundTo(colors.value(part), colors.high - colors.low)));
    fill(this.legend, el('span', { class: 'muted' }, text),
      colors && !this.line ? el('div', { class: 'scale' }, canvas, el('div', { class: 'ends' }, label(0, colors.below ? '≤ ' : ''), label(0.5), label(1, colors.above ? '≥ ' : ''))) : null);
    if (colors && !this.line) paintScale(canvas, colors);
  }

  read() {
    const { left, top } = this.u.cursor;
    if (left === undefined || left === null || left < 0 || !this.window) {
      this.readout.textContent = '\u00a0';
      return;
    }
    const px = this.x.value(this.u.posToVal(left, 'x'));
    const shown = (field, place) => `${titleOf(field)} ${shownAt(field, place)}`;
    const words = [shown(this.x, px)];
    if (this.line) {
      const index = this.u.cursor.idx;
      const value = this.data?.[1][index];
      if (index !== null && value !== null && value !== undefined) {
        words.push(this.choice.color ? `${this.choice.color} ${valueOf(this.value, value)} (${number(this.data[2][index])} to ${number(this.data[3][index])})` : plural(value, 'cell'));
      }
    } else {
      const py = this.y.value(this.u.posToVal(top, 'y'));
      words.push(shown(this.y, py));
      const value = valueAt(this.tiles.painted(), px, py);
      if (value !== undefined && !Number.isNaN(value)) {
        words.push(this.choice.color ? `${this.choice.color} ${valueOf(this.value, roundTo(value, Math.abs(value)))}` : plural(Math.round(value), 'cell'));
      } else {
        words.push('no cells');
      }
      if (this.choice.fragments && this.fragments) {
        const within = this.fragments.fragments.filter(({ box }) => box && px >= box[0] && Math.floor(px) <= box[1] && py >= box[2] && Math.floor(py) <= box[3]);
        words.push(within.length === 0 ? 'not in any fragment' : `in ${plural(within.length, 'fragment')}, the latest of ${time(within[within.length - 1].end)}`);
      }
    }
    this.readout.textContent = words.join('   ·   ');
  }

  moveFrom(start, partX, partY) {
    const { x0, x1, y0, y1 } = start.window;
    const dx = (x1 - x0) * partX;
    const dy = this.line ? 0 : (y1 - y0) * partY * (this.down ? 1 : -1);
    this.look({ x0: x0 + dx, x1: x1 + dx, y0: y0 + dy, y1: y1 + dy });
  }

  move(partX, partY) {
    this.moveFrom({ window: this.window }, partX, partY);
  }

  zoom(factor, partX = 0.5, partY = 0.5) {
    const { x0, x1, y0, y1 } = this.window;
    const cx = x0 + (x1 - x0) * partX;
    const window = { ...this.window, x0: cx + (x0 - cx) * factor, x1: cx + (x1 - cx) * factor };
    if (!this.line) {
      const cy = y0 + (y1 - y0) * (this.down ? partY : 1 - partY);
      window.y0 = cy + (y0 - cy) * factor;
      window.y1 = cy + (y1 - cy) * factor;
    }
    this.look(window);
  }

  /** Shows a window, unless it is too small, too large or outside the data. */
  look(window) {
    const whole = this.whole();
    const within = (low, high, from, to, least) => high - low >= least && high - low <= 8 * (to - from) && high > from && low < to;
    const leastX = this.x.whole ? 2 : Math.max((this.x.to - this.x.from) * 1e-9, Math.abs(this.x.to) * 1e-13);
    const leastY = this.line ? 0 : this.y.whole ? 2 : Math.max((this.y.to - this.y.from) * 1e-9, Math.abs(this.y.to) * 1e-13);
    if (!within(window.x0, window.x1, whole.x0, whole.x1, leastX)) return;
    if (!this.line && !within(window.y0, window.y1, whole.y0, whole.y1, leastY)) return;
    this.window = window;
    state.window = window;
    this.draw();
    this.settle();
  }

  reset() {
    state.window = null;
    this.window = this.whole();
    this.draw();
    this.settle();
  }

  key(key) {
    if (!this.window) return false;
    switch (key) {
      case '+': case '=': this.zoom(0.5); break;
      case '-': this.zoom(2); break;
      case '0': this.reset(); break;
      case 'ArrowLeft': this.move(-0.2, 0); break;
      case 'ArrowRight': this.move(0.2, 0); break;
      case 'ArrowUp': this.move(0, -0.2); break;
      case 'ArrowDown': this.move(0, 0.2); break;
      case 'f': case 't': this.panel.querySelector(key === 'f' ? '#show-fragments' : '#show-tiles').click(); break;
      default: return false;
    }
    return true;
  }

  /** Redraws the plot after the colors of the page have changed. */
  recolor() {
    if (!this.u || !this.window) return;
    this.colors = null;
    if (this.points?.color) this.pointColors = scaleOf([this.points.color], false);
    this.chart();
    this.resize();
  }

  save() {
    this.u.ctx.canvas.toBlob((blob) => {
      const address = URL.createObjectURL(blob);
      el('a', { href: address, download: `${this.object.name}.png` }).click();
      URL.revokeObjectURL(address);
    });
  }

  /** Returns the window, rounded to digits that are visible. */
  rounded() {
    const { x0, x1, y0, y1 } = this.window;
    const round = (value, span) => Number(value.toFixed(Math.min(15, Math.max(0, 3 - Math.floor(Math.log10(span))))));
    return { x0: round(x0, x1 - x0), x1: round(x1, x1 - x0), y0: this.line ? y0 : round(y0, y1 - y0), y1: this.line ? y1 : round(y1, y1 - y0) };
  }

  shown() {
    if (!this.window) return null;
    const window = this.isWhole() ? {} : this.rounded();
    const { fix } = this.chosen({});
    return { fix, x: this.choice.x, y: this.choice.y, color: this.choice.color, ...window };
  }
}
