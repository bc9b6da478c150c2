// Requests to the server. A request can be aborted by a signal, and the server then stops its work.
import { byId } from './dom.js';

let waiting = 0;

function busy(change) {
  waiting += change;
  byId('busy').hidden = waiting === 0;
  document.body.dataset.waiting = String(waiting);
}

export class Refusal extends Error {}

/**
 * Sends a request and returns its answer. A parameter whose value is a list is sent once for each
 * item; empty parameters are omitted.
 */
export async function ask(question, parameters, signal) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') {
        query.append(name, String(one));
      }
    }
  }
  busy(1);
  try {
    const answer = await fetch(`api/${question}?${query}`, { signal });
    const text = await answer.text();
    let body;
    try {
      body = JSON.parse(text);
    } catch {
      throw new Refusal(text.trim() || `the server answered ${answer.status}`);
    }
    if (body.error !== undefined) {
      throw new Refusal(body.error);
    }
    return body;
  } catch (failure) {
    if (failure instanceof TypeError) {
      throw new Refusal('the server does not respond; azulejo view may have stopped');
    }
    throw failure;
  } finally {
    busy(-1);
  }
}

export const isAbort = (failure) => failure?.name === 'AbortError';

function bytes(text) {
  const raw = atob(text);
  const data = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) {
    data[i] = raw.charCodeAt(i);
  }
  return data.buffer;
}

export const floats = (text) => new Float32Array(bytes(text));
export const doubles = (text) => new Float64Array(bytes(text));
