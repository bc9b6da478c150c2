// The tree of groups and arrays. It requests the children of an object when the user expands it.
import { ask } from './api.js';
import { byId, el, fill } from './dom.js';
import { change, state } from './state.js';

const SIGNS = { array: '▦', group: '▣', folder: '▢' };
const items = new Map(); // by id: the elements for the object

/** Builds the tree, starting with the object that the server was started for. */
export async function begin(root) {
  const list = el('ul', { role: 'tree', 'aria-label': 'Arrays and groups' });
  fill(byId('tree'), list);
  const top = item({ ...root, note: '' }, 1);
  list.append(top);
  const opens = root.type !== 'array';
  if (opens) {
    await open(top);
  }
  focusable(top.querySelector('.row'));
  list.addEventListener('keydown', onKey);
  return opens;
}

function item(node, level) {
  const opens = node.type !== 'array' && node.note !== 'contains itself';
  const row = el(
    'div',
    { class: `row ${node.type}`, tabindex: '-1', title: node.note || node.name },
    el('span', { class: 'twist', 'aria-hidden': 'true' }, opens ? '▸' : ''),
    el('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[node.type] ?? '·'),
    el('span', { class: 'name' }, node.name),
    node.note ? el('span', { class: 'note' }, node.note) : null);
  row.style.paddingLeft = `${0.4 + (level - 1) * 0.9}rem`;
  const element = el(
    'li',
    { role: 'treeitem', 'aria-level': level, 'aria-label': `${node.name}, ${node.type}`,
      'aria-expanded': opens ? 'false' : null },
    row);
  element.node = node;
  element.level = level;
  row.addEventListener('click', (event) => {
    focusable(row);
    if (opens && event.target.classList.contains('twist')) {
      toggle(element);
    } else {
      choose(element);
      if (opens) open(element);
    }
  });
  items.set(node.id, [...(items.get(node.id) ?? []), element]);
  return element;
}

function choose(element) {
  if (!element.node.note.includes('missing')) {
    change({ id: element.node.id });
  }
}

function toggle(element) {
  return element.getAttribute('aria-expanded') === 'true' ? close(element) : open(element);
}

function close(element) {
  if (element.getAttribute('aria-expanded') === 'true') {
    element.setAttribute('aria-expanded', 'false');
    element.querySelector('.twist').textContent = '▸';
    element.querySelector(':scope > ul').hidden = true;
  }
}

async function open(element) {
  if (element.getAttribute('aria-expanded') !== 'false') return;
  element.setAttribute('aria-expanded', 'true');
  element.querySelector('.twist').textContent = '▾';
  let below = element.querySelector(':scope > ul');
  if (below !== null) {
    below.hidden = false;
    return;
  }
  below = el('ul', { role: 'group' });
  element.append(below);
  try {
    const answer = await ask('children', { id: element.node.id });
    below.append(...answer.children.map((child) => item(child, element.level + 1)));
    if (answer.children.length === 0) {
      below.append(el('li', { class: 'none', role: 'none' }, 'empty'));
    }
    if (answer.hidden > 0) {
      below.append(el('li', { class: 'none', role: 'none' }, `and ${answer.hidden} more`));
    }
  } catch (failure) {
    below.append(el('li', { class: 'none', role: 'none' }, failure.message));
  }
  mark();
}

/** Highlights the current object. */
export function mark() {
  for (const [id, elements] of items) {
    for (const element of elements) {
      const chosen = id === state.id;
      element.setAttribute('aria-selected', String(chosen));
      element.querySelector('.row').classList.toggle('chosen', chosen);
    }
  }
}

function rows() {
  return [...byId('tree').querySelectorAll('.row')].filter((row) => row.offsetParent !== null);
}

function focusable(row) {
  byId('tree').querySelectorAll('.row[tabindex="0"]').forEach((r) => r.setAttribute('tabindex', '-1'));
  row?.setAttribute('tabindex', '0');
}

function onKey(event) {
  const row = event.target.closest('.row');
  if (row === null) return;
  const all = rows();
  const at = all.indexOf(row);
  const element = row.parentElement;
  const to = (target) => {
    if (target) {
      focusable(target);
      target.focus();
    }
  };
  switch (event.key) {
    case 'ArrowDown': to(all[at + 1]); break;
    case 'ArrowUp': to(all[at - 1]); break;
    case 'Home': to(all[0]); break;
    case 'End': to(all[all.length - 1]); break;
    case 'ArrowRight':
      if (element.getAttribute('aria-expanded') === 'false') open(element);
      else to(element.querySelector('ul .row'));
      break;
    case 'ArrowLeft':
      if (element.getAttribute('aria-expanded') === 'true') close(element);
      else to(element.parentElement.closest('li')?.querySelector('.row'));
      break;
    case 'Enter':
    case ' ': choose(element); if (event.key === 'Enter') open(element); break;
    default: return;
  }
  event.preventDefault();
  event.stopPropagation();
}
