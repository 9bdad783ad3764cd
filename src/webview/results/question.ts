/** The keyboard's way to the question above the rows, through it, and back to where it came from. */
import type { Notice, NoticeAction } from '../../protocol/results.ts';
import type { Notice as NoticeView } from '../shared/notice.ts';

export interface Question {
  /** Whether there is one. */
  isOpen(): boolean;
  /** The notice on screen. */
  draw(notice: Notice | undefined): void;
  /** Once all is drawn, and what had the focus has it or lost it. */
  drawn(): void;
  /** Takes the keyboard there. */
  ask(): void;
  /** A button of the notice was pressed. */
  pressed(id: NoticeAction): void;
}

interface QuestionEvents {
  readonly dismiss: () => void;
  /** The keyboard goes back to where it was outside of the page. */
  readonly leave: () => void;
  /** It stays in the page, and what had it is no longer there. */
  readonly stay: () => void;
}

/** What can be answered with no. */
const isAsked = (notice: Notice | undefined): boolean =>
  notice?.buttons.some(({ id }) => id === 'loadAllStart') === true &&
  notice.buttons.some(({ id }) => id === 'loadAllDismiss');

export function createQuestion(view: NoticeView<NoticeAction>, events: QuestionEvents): Question {
  const { element } = view;
  let isOpen = false;
  /** Where the keyboard came from. */
  let before: Element | 'outside' | undefined;
  /** Rows are counted, and then it is asked again; `resting` has the focus until then. */
  let isCounting = false;
  let resting: Element | null | undefined;

  function enter(from: typeof before): void {
    view.focus();
    before = from;
  }
  function goBack(): void {
    if (before === 'outside') events.leave();
    else if (before instanceof HTMLElement && before.checkVisibility()) before.focus();
    else events.stay();
  }
  element.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !element.contains(relatedTarget)) before = relatedTarget;
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    goBack();
    events.dismiss();
  });
  return {
    isOpen: () => isOpen,
    draw(notice) {
      isOpen = isAsked(notice);
    },
    drawn() {
      if (!isCounting) return;
      if (!isOpen) resting ??= document.activeElement;
      else {
        // Who has gone elsewhere meanwhile stays there.
        if (resting && document.activeElement === resting) enter(before);
        isCounting = false;
      }
    },
    ask() {
      if (isOpen) enter(document.hasFocus() ? (document.activeElement ?? undefined) : 'outside');
    },
    pressed(id) {
      isCounting = id === 'loadAllCount';
      resting = undefined;
    },
  };
}
