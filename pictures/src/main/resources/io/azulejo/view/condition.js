// The input field for a condition, with completion.
import { ask, isAbort } from './api.js';
import { byId, el, fill, later } from './dom.js';
import { change, state } from './state.js';

let input;
let list;
let problem;
let suggestions = [];
let from = 0;
let chosen = -1;
let asking = new AbortController();

/** Builds the input field. */
export function begin() {
  input = el('input', {
    type: 'text', id: 'where', spellcheck: 'false', role: 'combobox', 'aria-autocomplete': 'list',
    'aria-expanded': 'false', 'aria-controls': 'suggestions', autocomplete: 'off', autocapitalize: 'off',
    placeholder: 'All cells. Enter a condition, such as temp > 5. Tab completes, Enter applies.',
  });
  list = el('ul', { id: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions', hidden: true });
  problem = el('p', { class: 'problem', id: 'where-problem', role: 'alert', hidden: true });
  input.setAttribute('aria-describedby', 'where-problem');
  const form = byId('condition');
  fill(
    form,
    el('label', { for: 'where', class: 'label' }, 'Where'),
    el('div', { class: 'combo' }, input, list),
    el('button', { type: 'submit', class: 'primary' }, 'Apply'),
    el('button', { type: 'button', id: 'where-clear', class: 'quiet', onclick: clear }, 'Clear'),
    problem);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    apply();
  });
  input.addEventListener('input', later(80, complete));
  input.addEventListener('focus', complete);
  input.addEventListener('blur', () => setTimeout(hide, 150));
  input.addEventListener('keydown', onKey);
}

/** Shows the condition of the state. */
export function follow() {
  input.value = state.where;
  byId('where-clear').hidden = !state.where;
  say('');
  hide();
}

function clear() {
  input.value = '';
  apply();
}

async function apply() {
  hide();
  const where = input.value.trim();
  try {
    const answer = where === '' ? { problem: '' } : await ask('check', { id: state.id, at: state.at, where });
    say(answer.problem);
    if (answer.problem === '') change({ where });
    byId('where-clear').hidden = where === '';
  } catch (failure) {
    say(failure.message);
  }
}

function say(text) {
  problem.textContent = text;
  problem.hidden = text === '';
  input.setAttribute('aria-invalid', String(text !== ''));
}

async function complete() {
  if (document.activeElement !== input) return;
  asking.abort();
  asking = new AbortController();
  const text = input.value.slice(0, input.selectionStart ?? input.value.length);
  try {
    const answer = await ask('complete', { id: state.id, at: state.at, text }, asking.signal);
    suggestions = answer.suggestions;
    from = answer.from;
    show(text.slice(from));
  } catch (failure) {
    if (!isAbort(failure)) hide();
  }
}

function show(begun) {
  const useful = suggestions.length > 0 && !(suggestions.length === 1 && suggestions[0].text === begun);
  list.hidden = !useful || document.activeElement !== input;
  input.setAttribute('aria-expanded', String(!list.hidden));
  chosen = begun === '' ? -1 : 0;
  fill(list, suggestions.map((suggestion, i) => el(
    'li',
    { role: 'option', id: `suggestion-${i}`, 'aria-selected': String(i === chosen),
      onmousedown: (event) => { event.preventDefault(); accept(i); } },
    el('code', {}, suggestion.text), el('span', { class: 'muted' }, suggestion.note))));
  mark();
}

function hide() {
  list.hidden = true;
  chosen = -1;
  input.setAttribute('aria-expanded', 'false');
  input.removeAttribute('aria-activedescendant');
}

function mark() {
  [...list.children].forEach((item, i) => {
    item.setAttribute('aria-selected', String(i === chosen));
    if (i === chosen) {
      item.scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', item.id);
    }
  });
}

function accept(index) {
  const caret = input.selectionStart ?? input.value.length;
  const before = input.value.slice(0, from);
  const gap = before === '' || /[\s(]$/.test(before) ? '' : ' ';
  const text = `${before}${gap}${suggestions[index].text} `;
  input.value = text + input.value.slice(caret).trimStart();
  input.setSelectionRange(text.length, text.length);
  input.focus();
  complete();
}

function onKey(event) {
  const open = !list.hidden;
  if (event.key === 'Escape' && open) hide();
  else if (event.key === 'Escape') input.blur();
  else if (event.key === 'ArrowDown' && open) { chosen = (chosen + 1) % suggestions.length; mark(); }
  else if (event.key === 'ArrowUp' && open) { chosen = (chosen + suggestions.length - 1) % suggestions.length; mark(); }
  else if (event.key === 'Tab' && open && !event.shiftKey) accept(Math.max(0, chosen));
  else if (event.key === 'Enter' && open && chosen > 0) accept(chosen);
  else return;
  event.preventDefault();
}

export const focus = () => input.focus();
