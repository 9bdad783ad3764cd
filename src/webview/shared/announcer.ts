import { element } from './dom.ts';

interface Announcer {
  readonly element: HTMLElement;
  /**
   * Announces a text after a short delay, without interrupting the screen reader. A further call within the delay
   * replaces the text.
   */
  announce(text: string): void;
  /** Cancels a pending announcement, and removes the text of the last one. */
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
