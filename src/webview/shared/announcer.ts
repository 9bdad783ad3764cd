/** Says things to screen readers without showing them. */
import { element } from './dom.ts';

interface Announcer {
  readonly element: HTMLElement;
  /** Politely; of several calls in quick succession only the last is said. */
  say(text: string): void;
  /** The announcement no longer holds: removes it, also if it was not read out yet. */
  clear(): void;
}

const pauseMs = 150;

export function createAnnouncer(): Announcer {
  const region = element('div', { class: 'unseen', 'aria-live': 'polite', 'aria-atomic': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let odd = false;
  return {
    element: region,
    say(text) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // The same words twice in a row are a change only with something inaudible behind them.
        odd = !odd;
        region.textContent = odd ? text : `${text}\u00a0`;
      }, pauseMs);
    },
    clear() {
      clearTimeout(timer);
      region.textContent = '';
    },
  };
}
