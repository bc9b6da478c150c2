// The page. It shows one array, group or folder at a time, in the view that the user has chosen.
import { ask } from './api.js';
import * as condition from './condition.js';
import { byId, el, fill } from './dom.js';
import * as equivalent from './equivalent.js';
import { count, plural, size } from './format.js';
import { help, shortcut } from './keys.js';
import { Plot, plotKey } from './plot.js';
import { showGroup, showHistory, showSchema } from './schema.js';
import { change, onChange, restored, state } from './state.js';
import { Table } from './table.js';
import * as timeline from './timeline.js';
import * as tree from './tree.js';

const TABS = [['table', 'Table', '1'], ['plot', 'Picture', '2'], ['schema', 'Schema', '3'], ['history', 'History', '4']];
let view = null;
let turn = 0;

async function start() {
  theme(stored('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'), false);
  tabs();
  condition.begin();
  equivalent.begin();
  keys();
  byId('help-open').addEventListener('click', help);
  byId('refresh').addEventListener('click', refresh);
  byId('theme').addEventListener('click', () => theme(dark() ? 'light' : 'dark', true));
  byId('toggle-tree').addEventListener('click', () => byId('layout').classList.toggle('without-tree'));
  onChange(follow);
  addEventListener('hashchange', () => change(restored()));
  Object.assign(state, restored());
  const root = await ask('object', { id: 0 });
  const several = await tree.begin(root);
  byId('layout').classList.toggle('without-tree', !several);
  byId('toggle-tree').hidden = !several;
  await open();
}

/** Opens the object of the state, which may be another object or the same at another time. */
async function open(fresh = false) {
  const mine = ++turn;
  let object;
  try {
    object = await ask('object', { id: state.id, at: state.at, fresh: fresh ? 1 : '' });
    fail('');
  } catch (failure) {
    if (mine === turn) {
      state.object = null;
      fail(failure.message);
      show();
    }
    return;
  }
  if (mine !== turn) return;
  const array = object.type === 'array';
  document.title = `${object.name} – azulejo view`;
  byId('place').textContent = object.uri;
  byId('title').textContent = object.name;
  fill(byId('facts'), facts(object));
  byId('condition').hidden = !array;
  byId('tabs').hidden = !array;
  tree.mark();
  if (!array) byId('timeline').hidden = true;
  change({ object });
  show();
}

function facts(object) {
  if (object.type !== 'array') {
    return [chip(object.type), object.type === 'group' ? chip(plural(object.members, 'member')) : null];
  }
  return [
    chip(object.dense ? 'dense' : 'sparse', 'kind'),
    chip(`${plural(object.dimensions.length, 'dimension')}, ${plural(object.attributes.length, 'attribute')}`),
    chip(`${plural(object.cells, 'cell')} in ${plural(object.fragments, 'fragment')}`),
    chip(size(object.bytes)),
  ];
}

const chip = (text, kind = '') => el('span', { class: `chip ${kind}` }, text);

function show() {
  view?.close();
  view = null;
  const panel = fill(byId('panel'));
  mark();
  timeline.follow();
  if (state.object === null) return;
  if (state.object.type !== 'array') {
    showGroup(panel);
  } else if (state.tab === 'plot') {
    view = new Plot(panel);
  } else if (state.tab === 'schema') {
    showSchema(panel);
  } else if (state.tab === 'history') {
    showHistory(panel);
  } else {
    view = new Table(panel);
  }
}

function follow(names) {
  if (names.has('id')) {
    state.at = null;
    state.where = '';
    state.window = null;
    state.plot = {};
    condition.follow();
    open().then(history);
  } else if (names.has('at')) {
    open();
  } else if (names.has('where') || names.has('tab')) {
    condition.follow();
    show();
  } else if (names.has('plot') && names.has('window')) {
    show();
  } else if (names.has('plot') && view instanceof Plot && view.choice !== state.plot) {
    show();
  }
}

async function history() {
  if (state.object?.type === 'array') {
    await timeline.show().catch((failure) => fail(failure.message));
    if (state.tab === 'history') show();
  }
}

async function refresh() {
  await open(true);
  await history();
}

function fail(text) {
  byId('failure').textContent = text;
  byId('failure').hidden = text === '';
}

function tabs() {
  fill(byId('tabs'), TABS.map(([name, text, key]) => el('button', {
    type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel', title: `${text} (${key})`,
    onclick: () => change({ tab: name }),
  }, text)));
  byId('tabs').addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key];
    if (by === undefined) return;
    const next = TABS[(TABS.findIndex(([name]) => name === state.tab) + by) % TABS.length][0];
    change({ tab: next });
    byId(`tab-${next}`).focus();
    event.preventDefault();
    event.stopPropagation();
  });
}

function mark() {
  for (const [name] of TABS) {
    const tab = byId(`tab-${name}`);
    const chosen = name === state.tab;
    tab.setAttribute('aria-selected', String(chosen));
    tab.setAttribute('tabindex', chosen ? '0' : '-1');
  }
  byId('panel').setAttribute('aria-labeledby', `tab-${state.tab}`);
  byId('panel').dataset.tab = state.tab;
}

const dark = () => document.documentElement.dataset.theme === 'dark';

function theme(name, keep) {
  document.documentElement.dataset.theme = name;
  byId('theme').textContent = dark() ? 'Light' : 'Dark';
  if (keep) store('theme', name);
  if (view instanceof Plot) view.recolor();
}

function stored(name) {
  try {
    return localStorage.getItem(`azulejo.${name}`);
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    localStorage.setItem(`azulejo.${name}`, value);
  } catch {
    // The browser does not store anything, so the choice lasts only until the page is left.
  }
}

function keys() {
  for (const [name, text, key] of TABS) {
    shortcut(key, text, () => (state.object?.type === 'array' ? change({ tab: name }) : false));
  }
  shortcut('/', 'Enter a condition', () => condition.focus());
  shortcut('g', 'Go to a row', () => byId('jump')?.focus() ?? (byId('jump') === null ? false : undefined));
  shortcut('[', 'Earlier', () => timeline.step(-1));
  shortcut(']', 'Later', () => timeline.step(1));
  shortcut('n', 'Now', () => change({ at: null }));
  shortcut(['+', '='], 'Zoom in', (event) => plotKey(event.key));
  shortcut('-', 'Zoom out', (event) => plotKey(event.key));
  shortcut('0', 'Reset zoom', (event) => plotKey(event.key));
  shortcut(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], 'Move the plot', (event) => (event.target.matches('input') ? false : plotKey(event.key)));
  shortcut('f', 'Fragments in the plot', (event) => plotKey(event.key));
  shortcut('t', 'Tiles in the plot', (event) => plotKey(event.key));
  shortcut('c', 'Copy the command', () => equivalent.copyCommand());
  shortcut('r', 'Reload the data', () => { refresh(); });
  shortcut('b', 'Show or hide the tree', () => byId('toggle-tree').click());
  shortcut('d', 'Switch between light and dark', () => byId('theme').click());
  shortcut('?', 'Show these shortcuts', help);
}

start().then(history, (failure) => fail(failure.message));
