// A table of any number of rows. It requests and draws only the visible rows. Its position is a row
// number instead of a pixel, because browsers cannot scroll over billions of pixels.
import { ask, isAbort } from './api.js';
import { el, fill, later } from './dom.js';
import { count } from './format.js';
import { cells } from './state.js';

const ROW = 26; // height in pixels
const CHUNK = 200;
const MAX_CHUNKS = 60;
const MAX_HEIGHT = 4_000_000; // height in pixels that browsers can scroll over
const MAX_WIDTH = 42; // characters

/** A table in a panel. */
export class Table {
  constructor(panel) {
    this.chunks = new Map(); // by chunk number: its rows, or a promise while they are requested
    this.asking = new AbortController();
    this.total = 0;
    this.exact = false;
    this.fields = [];
    this.widths = [];
    this.top = 0; // first visible row; fractions are scrolled parts of it
    this.selected = 0;
    this.head = el('div', { class: 'head', role: 'row' });
    this.body = el('div', { class: 'rows', role: 'rowgroup' });
    this.view = el('div', { class: 'view' }, this.head, this.body);
    this.space = el('div', { class: 'space' });
    this.scroller = el('div', { class: 'scroller', tabindex: '0', role: 'grid', 'aria-label': 'Cells', id: 'grid' }, this.view, this.space);
    this.note = el('span', { class: 'muted', id: 'table-note' });
    this.position = el('span', { id: 'table-position', role: 'status' });
    this.jump = el('input', { type: 'text', inputmode: 'numeric', id: 'jump', size: 14, placeholder: 'row', 'aria-label': 'Go to a row' });
    const form = el('form', { class: 'jump' }, el('label', { for: 'jump' }, 'Go to row'), this.jump, el('button', { type: 'submit', class: 'quiet small' }, 'Go'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const wanted = Number(this.jump.value.replace(/[\s,_']/g, ''));
      if (Number.isFinite(wanted) && wanted >= 1) {
        this.go(Math.floor(wanted) - 1);
        this.scroller.focus();
      }
    });
    fill(panel, el('div', { class: 'table' }, el('div', { class: 'tools' }, this.position, form, el('span', { class: 'grow' }), this.note), this.scroller));
    this.scroller.addEventListener('scroll', () => this.onScroll());
    this.scroller.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    this.scroller.addEventListener('keydown', (event) => this.onKey(event));
    this.body.addEventListener('pointerdown', (event) => {
      const row = event.target.closest('.tr');
      if (row) this.choose(Number(row.dataset.row));
    });
    this.resizes = new ResizeObserver(() => this.draw());
    this.resizes.observe(this.scroller);
    this.load = later(40, () => this.fetchSeen());
    this.countOn = later(400, () => this.countMore());
    this.chunk(0);
  }

  close() {
    this.closed = true;
    this.asking.abort();
    this.resizes.disconnect();
  }

  get seen() {
    return Math.max(1, Math.floor((this.scroller.clientHeight - ROW) / ROW));
  }

  get last() {
    return Math.max(0, this.total - this.seen);
  }

  /** Scrolls so that a row is the first one. */
  go(row) {
    this.choose(Math.min(row, Math.max(0, this.total - 1)), false);
    this.moveTo(row);
  }

  moveTo(top) {
    this.top = Math.min(this.last, Math.max(0, top));
    const range = this.scroller.scrollHeight - this.scroller.clientHeight;
    this.expected = Math.round(this.last > 0 ? (this.top / this.last) * range : 0);
    this.scroller.scrollTop = this.expected;
    this.draw();
  }

  onScroll() {
    this.view.style.transform = `translate(0, ${this.scroller.scrollTop}px)`;
    // Ignore scrolling caused by moveTo, because a pixel can stand for many rows.
    if (Math.abs(this.scroller.scrollTop - this.expected) > 1) {
      const range = this.scroller.scrollHeight - this.scroller.clientHeight;
      this.expected = this.scroller.scrollTop;
      this.top = range > 0 ? (this.scroller.scrollTop / range) * this.last : 0;
      this.draw();
    }
  }

  onWheel(event) {
    if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * ROW : event.deltaMode === 2 ? event.deltaY * this.seen * ROW : event.deltaY;
    this.moveTo(this.top + pixels / ROW);
  }

  onKey(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: this.seen - 1, PageUp: 1 - this.seen, ' ': this.seen - 1 }[event.key];
    if (event.key === 'Home') this.choose(0);
    else if (event.key === 'End') this.choose(this.total - 1);
    else if (by !== undefined) this.choose(Math.min(this.total - 1, Math.max(0, this.selected + by)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Selects a row and scrolls it into view. */
  choose(row, move = true) {
    this.selected = Math.max(0, row);
    if (move && this.selected < this.top) this.moveTo(this.selected);
    else if (move && this.selected > this.top + this.seen - 1) this.moveTo(this.selected - this.seen + 1);
    else this.draw();
  }

  chunk(index) {
    if (this.chunks.has(index)) return;
    const { signal } = this.asking;
    const promise = ask('rows', cells({ first: index * CHUNK, count: CHUNK }), signal).then(
      (answer) => {
        this.chunks.set(index, answer.rows);
        this.know(answer);
        this.trim(index);
        this.draw();
      },
      (failure) => {
        this.chunks.delete(index);
        if (!isAbort(failure) && !this.closed) {
          this.note.textContent = failure.message;
          this.note.classList.add('bad');
        }
      });
    this.chunks.set(index, promise);
  }

  know(answer) {
    this.exact = answer.exact;
    if (answer.total !== this.total) {
      this.total = answer.total;
      this.space.style.height = `${Math.min(MAX_HEIGHT, this.total * ROW)}px`;
      this.scroller.setAttribute('aria-rowcount', this.exact ? this.total : -1);
    }
    this.note.textContent = answer.order;
    this.note.classList.remove('bad');
    if (this.fields.length === 0 && answer.fields.length > 0) {
      this.fields = answer.fields;
      this.widths = this.fields.map((field) => field.name.length);
      fill(this.head, el('span', { class: 'td number-of-row', role: 'columnheader' }, '#'),
        this.fields.map((f) => el('span', { class: `td ${f.dimension ? 'dimension' : ''} ${f.number ? 'number' : ''}`, role: 'columnheader', title: f.dimension ? `${f.name}, a dimension` : f.name }, f.name)));
    }
    let wider = false;
    for (const row of answer.rows) {
      row.forEach((text, i) => {
        const width = Math.min(MAX_WIDTH, (text ?? 'null').length);
        if (width > this.widths[i]) {
          this.widths[i] = width;
          wider = true;
        }
      });
    }
    if (wider || this.columns === undefined) {
      const digits = Math.max(3, count(this.total).length);
      const wide = (letters) => `calc(${letters}ch + 1.1rem)`;
      this.columns = `${wide(digits)} ${this.widths.map(wide).join(' ')} 1fr`;
      this.view.style.setProperty('--columns', this.columns);
    }
    if (!this.exact) this.countOn();
  }

  /** Counts more of the rows that meet a condition. Called while the table is idle. */
  countMore() {
    if (this.closed || this.exact || this.counting) return;
    this.counting = true;
    ask('rows', cells({ first: Number.MAX_SAFE_INTEGER, count: 0 }), this.asking.signal).then(
      (answer) => { this.counting = false; this.know(answer); this.draw(); },
      () => { this.counting = false; });
  }

  trim(recent) {
    if (this.chunks.size > MAX_CHUNKS) {
      const far = [...this.chunks.keys()].sort((a, b) => Math.abs(b - recent) - Math.abs(a - recent));
      far.slice(0, this.chunks.size - MAX_CHUNKS).forEach((key) => this.chunks.delete(key));
    }
  }

  /** Requests the visible rows, and aborts requests for rows that were scrolled out of view. */
  fetchSeen() {
    if (this.closed) return;
    const first = Math.floor(this.top / CHUNK);
    const last = Math.floor(Math.min(this.total - 1, this.top + this.seen) / CHUNK);
    const stale = [...this.chunks].filter(([key, value]) => value instanceof Promise && (key < first || key > last));
    if (stale.length > 0) {
      this.asking.abort();
      this.asking = new AbortController();
      [...this.chunks].forEach(([key, value]) => { if (value instanceof Promise) this.chunks.delete(key); });
    }
    for (let index = first; index <= last; index++) this.chunk(index);
  }

  draw() {
    if (this.closed) return;
    const from = Math.floor(this.top);
    const to = Math.min(this.total, from + this.seen + 1);
    let missing = false;
    const rows = [];
    for (let row = from; row < to; row++) {
      const chunk = this.chunks.get(Math.floor(row / CHUNK));
      const values = Array.isArray(chunk) ? chunk[row % CHUNK] : undefined;
      missing ||= values === undefined;
      rows.push(this.row(row, values));
    }
    fill(this.body, rows);
    this.body.style.transform = `translate(0, ${-(this.top - from) * ROW}px)`;
    const about = this.exact ? '' : 'about ';
    this.position.textContent = this.total === 0
      ? 'No cells'
      : `Rows ${count(from + 1)} to ${count(Math.min(this.total, from + this.seen))} of ${about}${count(this.total)}`;
    if (missing) this.load();
  }

  row(row, values) {
    const cell = (field, i) => {
      const text = values?.[i];
      const empty = values !== undefined && text === null;
      return el('span', { class: `td ${field.number ? 'number' : ''} ${field.dimension ? 'dimension' : ''} ${empty ? 'null' : ''}`, role: 'gridcell', title: text?.length > MAX_WIDTH ? text : null },
        values === undefined ? '·' : empty ? 'null' : text);
    };
    return el(
      'div',
      { class: `tr ${row % 2 ? 'odd' : ''} ${row === this.selected ? 'chosen' : ''}`, role: 'row', 'aria-rowindex': row + 1, 'data-row': row },
      el('span', { class: 'td number-of-row', role: 'rowheader' }, count(row + 1)),
      this.fields.map(cell));
  }
}
