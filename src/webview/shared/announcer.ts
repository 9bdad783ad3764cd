/** Announces texts to screen readers without displaying them. */
import { element } from './dom.ts';

interface Announcer {
  readonly element: HTMLElement;
  /**
   * Announces a text after the screen reader's current speech. Of several calls within 150 ms, only the last counts.
   */
  announce(text: string): void;
  /** Removes the last announcement, which is no longer true, even if it was not spoken yet. */
  clear(): void;
}

const ANNOUNCEMENT_DELAY_MS = 150;

export function createAnnouncer(): Announcer {
  const region = element('div', { class: 'unseen', 'aria-live': 'polite', 'aria-atomic': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnpadded = false;
  return {
    element: region,
    announce(text) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // A screen reader announces only changed text, so every other text ends with a no-break space.
        isUnpadded = !isUnpadded;
        region.textContent = isUnpadded ? text : `${text}\u00a0`;
      }, ANNOUNCEMENT_DELAY_MS);
    },
    clear() {
      clearTimeout(timer);
      region.textContent = '';
    },
  };
}
