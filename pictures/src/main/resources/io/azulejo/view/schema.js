// The schema and the history as tables.
import { el, fill } from './dom.js';
import { count, size, time } from './format.js';
import { entries } from './timeline.js';
import { change, state } from './state.js';

function table(caption, heads, rows, empty) {
  if (rows.length === 0) {
    return el('section', { class: 'card' }, el('h2', {}, caption), el('p', { class: 'muted' }, empty));
  }
  return el(
    'section', { class: 'card' },
    el('h2', {}, caption),
    el('div', { class: 'scroll' },
      el('table', { class: 'plain' },
        heads.some(Boolean) ? el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))) : null,
        el('tbody', {}, rows))));
}

const cells = (...texts) => el('tr', {}, texts.map((text) => el('td', {}, text)));
const strong = (text) => el('b', {}, text);

/** Shows the schema, the sizes and the metadata of an array. */
export function showSchema(panel) {
  const array = state.object;
  const ratio = array.bytes > 0 && array.unfiltered > 0 ? ` (${(array.unfiltered / array.bytes).toFixed(1)} : 1)` : '';
  const facts = [
    ['Kind', `${array.dense ? 'dense' : 'sparse'} array${array.duplicates ? ', duplicates allowed' : ''}`],
    ['Tile order, cell order', `${array.tileOrder}, ${array.cellOrder}`],
    ['Format version', String(array.formatVersion)],
    ['Fragments, tiles', `${count(array.fragments)}, ${count(array.tiles)}`],
    ['Cells in fragments', count(array.cells)],
    ['Size on disk', `${size(array.bytes)}${ratio}`],
  ];
  if (!array.dense) facts.splice(2, 0, ['Cells per tile', count(array.capacity)]);
  fill(
    panel,
    el('div', { class: 'cards' },
      table('Dimensions', ['Name', 'Type', 'Domain', 'Written', 'Tile', 'Filters'],
        array.dimensions.map((d) => cells(strong(d.name), d.type, d.domain || '–', d.written || '–', d.extent || '–', d.filters || '–')), ''),
      table('Attributes', ['Name', 'Type', 'Nullable', 'Enumeration', 'Filters'],
        array.attributes.map((a) => cells(strong(a.name), a.type, a.nullable ? 'yes' : '–',
          a.enumeration ? `${a.enumeration} (${count(a.values)} values)` : '–', a.filters || '–')),
        'No attributes: cells have only coordinates.'),
      table('Facts', ['', ''], facts.map(([name, value]) => cells(name, value)), ''),
      table('Metadata', ['Key', 'Value'], array.metadata.map((m) => cells(strong(m.key), m.value)), 'No metadata.')));
}

/** Shows the history. Each row has a button that opens the array at that time. */
export function showHistory(panel) {
  const rows = [...entries].reverse().map((entry) => {
    const chosen = state.at === entry.end;
    return el(
      'tr', { class: chosen ? 'chosen' : '' },
      el('td', { class: 'nowrap' },
        el('button', { type: 'button', class: 'link', title: 'Show the array as of this time', onclick: () => change({ at: entry.end }) }, time(entry.end))),
      el('td', {}, el('span', { class: `event ${entry.event}` }, entry.event)),
      el('td', {}, entry.details, el('div', { class: 'file muted' }, entry.name)));
  });
  fill(panel, el('div', { class: 'cards wide' }, table('History, latest first', ['Time (UTC)', 'Event', 'Details'], rows, 'No events yet.')));
}

/** Shows a hint and, for a group, its metadata. */
export function showGroup(panel) {
  const object = state.object;
  fill(
    panel,
    el('div', { class: 'cards' },
      el('p', { class: 'hint' }, 'Choose an array in the tree to see its cells.'),
      object.type === 'group' ? table('Metadata of the group', ['Key', 'Value'], object.metadata.map((m) => cells(strong(m.key), m.value)), 'No metadata.') : null));
}
