// Keyboard shortcuts, and the dialog that lists them.
import { byId, el, fill } from './dom.js';

const shortcuts = [];

/** Registers an action for a key. The key is ignored while the user is typing. */
export function shortcut(keys, words, action) {
  shortcuts.push({ keys: Array.isArray(keys) ? keys : [keys], words, action });
}

const typing = (target) => target.matches('input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]');

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || byId('help').open) return;
  const found = shortcuts.find((s) => s.keys.includes(event.key));
  if (found && found.action(event) !== false) {
    event.preventDefault();
  }
});

const NAMES = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space' };

/** Shows the list of shortcuts. */
export function help() {
  const dialog = byId('help');
  fill(
    dialog,
    el('h2', {}, 'Keyboard shortcuts'),
    el('dl', { class: 'keys' },
      shortcuts.filter((s) => s.words).map((s) => [
        el('dt', {}, s.keys.map((key) => el('kbd', {}, NAMES[key] ?? key))),
        el('dd', {}, s.words)])),
    el('p', { class: 'muted' }, 'Table: ', el('kbd', {}, '↑ ↓ PgUp PgDn Home End'), '. Plot: drag to move, scroll to zoom, Shift and drag to zoom into a box, double-click to reset the zoom.'),
    el('p', { class: 'muted' }, 'Lines and axes: ', el('a', { href: 'uplot-license.txt', target: '_blank', rel: 'noopener' }, 'uPlot (MIT licence)'), '.'),
    el('button', { type: 'button', class: 'primary', onclick: () => dialog.close(), autofocus: true }, 'Close'));
  dialog.showModal();
}
