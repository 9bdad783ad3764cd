/** Runs before the built audit table: a host in the page over 100,000 events, reached by messages as in the editor. */
import { AuditFakeHost, eventOf } from '../../webview/auditHost.ts';
import { eventText } from '../auditEvents.ts';

declare global {
  interface Window {
    auditBench: {
      /** Makes the events; before that the table is empty. */
      fill(count: number): void;
      /** Milliseconds from choosing the value in place `place` of the facet called `label` to the frame that shows it. */
      facet(label: string, place: number): Promise<number>;
      search(text: string): Promise<number>;
      /** Milliseconds of work in each frame while the brush is dragged over the bars, the host's own work included. */
      brush(frames: number): Promise<number[]>;
    };
  }
}

const toHost = new MessageChannel();
Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => toHost.port1.postMessage(message),
    getState: () => undefined,
    setState: () => undefined,
  }),
});
let host: AuditFakeHost | undefined;
let listener: ((message: unknown) => void) | undefined;
toHost.port2.onmessage = ({ data }: MessageEvent<unknown>) => listener?.(data);

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
  fill(count) {
    const events = Array.from({ length: count }, (_, n) => eventOf(eventText(count - 1 - n)));
    host = new AuditFakeHost(events);
    host.connect({
      post: (message) => window.postMessage(message, window.location.origin),
      listen: (listen) => {
        listener = listen;
        return () => undefined;
      },
    });
    host.send();
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
      // The host's answer to the frame before comes in here too.
      await drawn();
      taken.push(performance.now() - started);
    }
    pointer('pointerup', 0.9);
    return taken;
  },
};
