// The state of the page. The address contains object, time, condition and tab, so that they survive
// reloading.

const listeners = new Set();

export const state = {
  id: 0,
  object: null, // the server's description
  at: null, // milliseconds since 1970; null for now
  where: '',
  tab: 'table',
  plot: {}, // x, y, color, fixed, fragments, tiles
  window: null, // of the plot: {x0, x1, y0, y1}; null for all
};

/** Registers a listener, which is called with the names of changed properties after each change. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Changes properties of the state and calls the listeners. */
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

/** Returns the request parameters that select the cells: array, time and condition. */
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

/** Returns the state that the address contains. */
export function restored() {
  const words = new URLSearchParams(location.hash.slice(1));
  return {
    id: Number(words.get('id') ?? 0) || 0,
    at: words.has('at') && words.get('at') !== '' ? Number(words.get('at')) : null,
    where: words.get('where') ?? '',
    tab: words.get('tab') ?? 'table',
  };
}
