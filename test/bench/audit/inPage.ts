/** Runs in the page of the built audit table, inside that of outerPage.ts. */
export interface Frame {
  /** Milliseconds: script, layout and paint of the main thread, with what came from the host since the frame before. */
  readonly work: number;
  /** Milliseconds since the frame before. */
  readonly since: number;
}

declare global {
  interface Window {
    /** How the webview's messages leave it, and where they go. */
    fromWebview(message: unknown): void;
    toHost(message: unknown): void;
    auditBench: {
      /** Milliseconds from choosing the value in place `place` of the facet called `label` to the frame that shows it. */
      facet(label: string, place: number): Promise<number>;
      search(text: string): Promise<number>;
      /** Milliseconds from asking what is odd about the events of that value to the frame that shows it. */
      odd(label: string, place: number): Promise<number>;
      /** Each frame while the brush is dragged over the bars. */
      brush(count: number): Promise<Frame[]>;
      /** Frames in which nothing happens: what the machine itself takes. */
      idle(count: number): Promise<Frame[]>;
    };
  }
}

if (window.parent !== window) window.fromWebview = (message) => window.parent.toHost(message);

export const frame = (): Promise<number> => new Promise(requestAnimationFrame);
/** Once the frame whose callbacks are running has been drawn. */
export const drawn = (): Promise<unknown> =>
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

/** Milliseconds that messages took since it was last set to 0: they come between frames, yet their work is a frame's. */
let inMessages = 0;
let arrived = 0;
// This script is there before the view's: the first to hear of a message.
window.addEventListener('message', () => {
  arrived = performance.now();
});
const handled = (): void => {
  inMessages += performance.now() - arrived;
};

/** Runs `act` in each frame; of each frame the milliseconds of work and those since the one before. */
async function frames(count: number, act: (n: number) => void): Promise<Frame[]> {
  const taken: Frame[] = [];
  // And the last to hear of one.
  window.addEventListener('message', handled);
  inMessages = 0;
  let before = await frame();
  for (let n = 0; n < count; n++) {
    const at = await frame();
    const started = performance.now();
    const earlier = inMessages;
    act(n);
    await drawn();
    taken.push({ work: performance.now() - started + earlier, since: at - before });
    before = at;
    inMessages = 0;
  }
  window.removeEventListener('message', handled);
  return taken;
}

/** From an action to the frame that shows its effect. */
async function untilShown(act: () => void, isShown: () => boolean): Promise<number> {
  const started = performance.now();
  act();
  const deadline = started + 10_000;
  while (!isShown()) {
    if (performance.now() > deadline) throw new Error('nothing changed');
    await frame();
  }
  await drawn();
  return performance.now() - started;
}

/** From an action to the frame after which the status says something new. */
function until(act: () => void): Promise<number> {
  const status = find('[role=status]');
  const before = status.textContent;
  return untilShown(act, () => status.textContent !== before);
}

const chooseFacet = (label: string, place: number): void => {
  const group = find(`.facets [role=group][aria-label="${label}"]`);
  group.querySelectorAll<HTMLButtonElement>('.facet-value')[place]?.click();
};

window.auditBench = {
  idle: (count) => frames(count, () => undefined),
  facet: (label, place) => until(() => chooseFacet(label, place)),
  async odd(label, place) {
    await until(() => chooseFacet(label, place));
    const pressButton = (): void => {
      find<HTMLElement>('button[aria-label="More actions"]').click();
      const entries = [...document.querySelectorAll<HTMLElement>('.menu .item')];
      entries.find(({ textContent }) => textContent === 'What’s unusual here')?.click();
    };
    const isListed = (): boolean => document.querySelector('.unusual-value') !== null;
    const taken = await untilShown(pressButton, isListed);
    await untilShown(pressButton, () => !isListed());
    await until(() => chooseFacet(label, place));
    return taken;
  },
  search: (text) =>
    until(() => {
      const input = find<HTMLInputElement>('.search');
      input.focus();
      input.value = text;
      input.dispatchEvent(new Event('input'));
    }),
  async brush(count) {
    const plot = find<HTMLElement>('.plot');
    plot.setPointerCapture = () => undefined;
    const box = plot.getBoundingClientRect();
    const pointer = (type: string, part: number): void => {
      const at = { clientX: box.left + box.width * part, clientY: box.top + 10, pointerId: 1 };
      plot.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true, button: 0 }));
    };
    pointer('pointerdown', 0.1);
    const taken = await frames(count, (n) => pointer('pointermove', 0.1 + (0.8 * n) / count));
    pointer('pointerup', 0.9);
    return taken;
  },
};
