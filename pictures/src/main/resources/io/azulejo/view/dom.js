// Elements of the page. Text is always inserted as text, never as HTML.

export const byId = (id) => document.getElementById(id);

/** Creates an element. Attributes whose names start with "on" are listeners. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (key === 'class') {
      element.className = value;
    } else if (key === 'value' || key === 'checked' || key === 'disabled') {
      element[key] = value;
    } else {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
}

/** Creates an SVG element. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  add(element, children);
  return element;
}

/** Replaces the content of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Returns a function that delays an action until it has not been called for the given time. */
export function later(milliseconds, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}

/** Returns a control with its label, which screen readers announce and which can be clicked. */
export function labeled(text, control) {
  return el('label', { class: 'labeled' }, el('span', {}, text), control);
}

export function select(options, chosen, onchange, attributes = {}) {
  const list = el('select', { ...attributes, onchange: () => onchange(list.value) });
  for (const [value, text] of options) {
    list.append(el('option', { value, selected: value === chosen }, text));
  }
  return list;
}

/** Returns the value of a variable of the style sheet, such as a color. */
export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
