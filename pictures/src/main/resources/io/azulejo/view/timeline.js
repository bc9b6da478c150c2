// The history of an array as a slider, which opens the array at an earlier time.
import { ask } from './api.js';
import { byId, el, fill, later, svg } from './dom.js';
import { plural, time } from './format.js';
import { change, state } from './state.js';

const HEIGHT = 26;
let moments = []; // {time, entries}, oldest first
let slider = null;
let words = null;
let marks = null;
export let entries = [];

/** Shows the history of the current array. */
export async function show() {
  const section = byId('timeline');
  const id = state.id;
  const answer = await ask('history', { id });
  if (id !== state.id) return;
  entries = answer.entries;
  const byTime = new Map();
  for (const entry of entries) {
    byTime.set(entry.end, [...(byTime.get(entry.end) ?? []), entry]);
  }
  moments = [...byTime.entries()].sort((a, b) => a[0] - b[0]).map(([at, list]) => ({ time: at, entries: list }));
  section.hidden = moments.length === 0;
  marks = svg('svg', { class: 'marks', height: HEIGHT, width: '100%', 'aria-hidden': 'true' });
  slider = el('input', {
    type: 'range', min: 0, max: moments.length, step: 1, id: 'time-slider',
    'aria-label': 'Time of the array',
  });
  words = el('output', { for: 'time-slider', class: 'moment' });
  const go = later(90, () => change({ at: at(Number(slider.value)) }));
  slider.addEventListener('input', () => {
    describe();
    go();
  });
  fill(
    section,
    el('div', { class: 'timeline-head' }, el('span', { class: 'label' }, 'Time'), words,
      el('span', { class: 'grow' }),
      el('button', { type: 'button', class: 'quiet small', id: 'time-earlier', title: 'Earlier ([)', onclick: () => step(-1) }, '◂ Earlier'),
      el('button', { type: 'button', class: 'quiet small', id: 'time-later', title: 'Later (])', onclick: () => step(1) }, 'Later ▸'),
      el('button', { type: 'button', class: 'quiet small', id: 'time-now', title: 'Now (n)', onclick: () => change({ at: null }) }, 'Now')),
    el('div', { class: 'track' }, marks, slider));
  draw();
  follow();
}

/** Returns the time at a position of the slider; the last position means now. */
const at = (position) => (position >= moments.length ? null : moments[position].time);

function position() {
  if (state.at === null) return moments.length;
  let last = 0;
  moments.forEach((moment, i) => {
    if (moment.time <= state.at) last = i;
  });
  return last;
}

/** Moves the slider to the time of the state. */
export function follow() {
  if (slider === null) return;
  slider.value = String(position());
  describe();
}

export function step(by) {
  const next = Math.min(moments.length, Math.max(0, position() + by));
  change({ at: at(next) });
}

function describe() {
  const value = Number(slider.value);
  const moment = moments[value];
  const what = moment === undefined
    ? `now, after ${plural(entries.length, 'event')}`
    : `${time(moment.time)} UTC · ${summary(moment.entries)}`;
  words.textContent = what;
  slider.setAttribute('aria-valuetext', what);
  byId('timeline').classList.toggle('past', moment !== undefined);
  [...marks.children].forEach((mark, i) => mark.classList.toggle('unseen', i > value));
}

function summary(list) {
  const first = list[0];
  const more = list.length > 1 ? ` (and ${plural(list.length - 1, 'more event')})` : '';
  return `${first.event}: ${first.details}${more}`;
}

function draw() {
  const all = moments.length;
  const shown = moments.map((moment, i) => {
    const kind = moment.entries[moment.entries.length - 1].event;
    return svg('circle', {
      cx: `${(100 * i) / Math.max(1, all)}%`, cy: HEIGHT / 2, r: all > 200 ? 2 : 4.5, class: `mark ${kind}`,
    }, svg('title', {}, `${time(moment.time)} ${summary(moment.entries)}`));
  });
  fill(marks, shown, svg('circle', { cx: '100%', cy: HEIGHT / 2, r: 4.5, class: 'mark now' }));
}
