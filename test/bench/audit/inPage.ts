/** Runs in the page of the built audit table; the host is another process, as in the editor. */
export {};

declare global {
  interface Window {
    auditBench: {
      /** Milliseconds from choosing the value in place `place` of the facet called `label` to the frame that shows it. */
      facet(label: string, place: number): Promise<number>;
      search(text: string): Promise<number>;
      /** Milliseconds of work in each frame while the brush is dragged over the bars. */
      brush(frames: number): Promise<number[]>;
      /** The same of frames in which nothing happens: what the machine itself takes. */
      idle(frames: number): Promise<number[]>;
    };
  }
}

const frame = (): Promise<number> => new Promise(requestAnimationFrame);
/** Once the frame whose callbacks are running has been drawn. */
const drawn = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
const find = <T extends Element>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

/** From an action to the frame after which the status says something new. */
async function until(act: () => void): Promise<number> {
  const status = find('[role=status]');
  const before = status.textContent;
  const started = performance.now();
  act();
  const deadline = started + 10_000;
  while (status.textContent === before) {
    if (performance.now() > deadline) throw new Error('nothing changed');
    await frame();
  }
  await drawn();
  return performance.now() - started;
}

window.auditBench = {
  async idle(frames) {
    const taken: number[] = [];
    for (let n = 0; n < frames; n++) {
      await frame();
      const started = performance.now();
      await drawn();
      taken.push(performance.now() - started);
    }
    return taken;
  },
  facet: (label, place) =>
    until(() => {
      const group = find(`.facets [role=group][aria-label="${label}"]`);
      group.querySelectorAll<HTMLButtonElement>('.facet-value')[place]?.click();
    }),
  search: (text) =>
    until(() => {
      const input = find<HTMLInputElement>('.search');
      input.focus();
      input.value = text;
      input.dispatchEvent(new Event('input'));
    }),
  async brush(frames) {
    const plot = find<HTMLElement>('.plot');
    plot.setPointerCapture = () => undefined;
    const box = plot.getBoundingClientRect();
    const pointer = (type: string, part: number): void => {
      const at = { clientX: box.left + box.width * part, clientY: box.top + 10, pointerId: 1 };
      plot.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true, button: 0 }));
    };
    pointer('pointerdown', 0.1);
    const taken: number[] = [];
    for (let n = 0; n < frames; n++) {
      await frame();
      const started = performance.now();
      pointer('pointermove', 0.1 + (0.8 * n) / frames);
      // What the host answered meanwhile is drawn in here too.
      await drawn();
      taken.push(performance.now() - started);
    }
    pointer('pointerup', 0.9);
    return taken;
  },
};
