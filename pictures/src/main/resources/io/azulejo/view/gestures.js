// Mouse and touch gestures on a plot.
import { el } from './dom.js';

/**
 * Moves the plot on dragging, zooms on turning the wheel, and zooms into a box on dragging with
 * Shift.
 */
export function gestures(plot, over) {
  over.style.touchAction = 'none';
  over.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = over.getBoundingClientRect();
    const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    plot.zoom(2 ** (Math.max(-240, Math.min(240, pixels)) / 300), (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }, { passive: false });
  over.addEventListener('dblclick', () => plot.reset());
  over.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    over.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, y: event.clientY, window: { ...plot.window } };
    const box = event.shiftKey ? el('div', { class: 'zoom-box' }) : null;
    if (box) over.append(box);
    else over.classList.add('moving');
    const move = (e) => (box ? stretch(plot, over, box, start, e) : plot.moveFrom(start, (start.x - e.clientX) / over.clientWidth, (start.y - e.clientY) / over.clientHeight));
    const up = (e) => {
      over.removeEventListener('pointermove', move);
      over.classList.remove('moving');
      if (box) {
        box.remove();
        zoomTo(plot, over, start, e);
      }
    };
    over.addEventListener('pointermove', move);
    over.addEventListener('pointerup', up, { once: true });
    over.addEventListener('pointercancel', up, { once: true });
  });
}

function stretch(plot, over, box, start, event) {
  const frame = over.getBoundingClientRect();
  const left = Math.min(start.x, event.clientX) - frame.left;
  box.style.left = `${left}px`;
  box.style.width = `${Math.abs(event.clientX - start.x)}px`;
  box.style.top = plot.line ? '0' : `${Math.min(start.y, event.clientY) - frame.top}px`;
  box.style.height = plot.line ? '100%' : `${Math.abs(event.clientY - start.y)}px`;
}

function zoomTo(plot, over, start, event) {
  if (Math.abs(event.clientX - start.x) < 5) return;
  const frame = over.getBoundingClientRect();
  const at = (clientX, clientY) => [
    plot.x.value(plot.u.posToVal(clientX - frame.left, 'x')),
    plot.line ? 0 : plot.y.value(plot.u.posToVal(clientY - frame.top, 'y'))];
  const [ax, ay] = at(start.x, start.y);
  const [bx, by] = at(event.clientX, event.clientY);
  const window = { ...plot.window, x0: Math.min(ax, bx), x1: Math.max(ax, bx) };
  if (!plot.line && ay !== by) {
    window.y0 = Math.min(ay, by);
    window.y1 = Math.max(ay, by);
  }
  plot.look(plot.line ? window : plot.even(window));
}
