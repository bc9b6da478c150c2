// What is shown: kept in the address, so that reloading and the back button work.

const listeners = new Set();

export const state = {
  id: 0,
  object: null, // what the server says of it
  at: null, // milliseconds; null for now
  where: '',
  tab: 'table',
  plot: {}, // x, y, color, fixed, fragments, tiles
  window: null, // of the plot: {x0, x1, y0, y1}
};

/** Calls a function with the names of what has changed, whenever something has. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Changes some of it. */
export function change(values) {
  const names = new Set();
  for (const [name, value] of Object.entries(values)) {
    if (state[name] !== value) {
      state[name] = value;
      names.add(name);
    }
  }
  if (names.size > 0) {
    save();
    listeners.forEach((listener) => listener(names));
  }
}

/** The parameters that say which cells of which array, at which time. */
export function cells(more = {}) {
  return { id: state.id, at: state.at, where: state.where, ...more };
}

function save() {
  const words = new URLSearchParams();
  if (state.id !== 0) words.set('id', state.id);
  if (state.at !== null) words.set('at', state.at);
  if (state.where) words.set('where', state.where);
  if (state.tab !== 'table') words.set('tab', state.tab);
  history.replaceState(null, '', `#${words}`);
}

/** What the address says. */
export function restored() {
  const words = new URLSearchParams(location.hash.slice(1));
  return {
    id: Number(words.get('id') ?? 0) || 0,
    at: words.has('at') && words.get('at') !== '' ? Number(words.get('at')) : null,
    where: words.get('where') ?? '',
    tab: words.get('tab') ?? 'table',
  };
}
