// The command and the Java program that produce what the page shows, for copying.
import { ask, isAbort } from './api.js';
import { byId, el, fill, later } from './dom.js';
import { onPlotChange, plotParameters } from './plot.js';
import { cells, onChange, state } from './state.js';

let command;
let java;
let asking = new AbortController();

export function begin() {
  command = el('code', { id: 'command' });
  java = el('code', { id: 'java' });
  fill(
    byId('equivalent'),
    el('div', { class: 'line' },
      el('span', { class: 'label' }, 'Shell'), el('pre', { class: 'one', tabindex: '0', 'aria-label': 'The command' }, command), copier(command, 'Copy the command (c)', 'copy-command')),
    el('details', { id: 'java-details' },
      el('summary', {}, 'Java'),
      el('div', { class: 'line' }, el('pre', { tabindex: '0', 'aria-label': 'The program' }, java), copier(java, 'Copy the program', 'copy-java'))));
  const update = later(150, refresh);
  onChange(update);
  onPlotChange(update);
}

async function refresh() {
  const section = byId('equivalent');
  section.hidden = state.object?.type !== 'array';
  if (section.hidden) return;
  asking.abort();
  asking = new AbortController();
  const picture = state.tab === 'plot' ? plotParameters() : null;
  try {
    const answer = await ask('equivalent', cells(picture === null ? { show: 'table' } : { show: 'plot', ...picture }), asking.signal);
    command.textContent = answer.command;
    java.textContent = answer.java;
  } catch (failure) {
    if (!isAbort(failure)) section.hidden = true;
  }
}

function copier(source, title, id) {
  const button = el('button', { type: 'button', class: 'quiet small', title, id, onclick: () => copy(source, button) }, 'Copy');
  return button;
}

async function copy(source, button) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  } catch {
    const range = document.createRange();
    range.selectNodeContents(source);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    button.textContent = 'Selected';
  }
  setTimeout(() => { button.textContent = 'Copy'; }, 1500);
}

export const copyCommand = () => byId('copy-command')?.click();
