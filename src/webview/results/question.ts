/**
 * Moves the focus to the question above the rows, which asks to confirm Load All, and back to where the focus was when
 * the question is dismissed.
 */
import type { Notice, NoticeAction } from '../../protocol/results.ts';
import type { Notice as NoticeView } from '../shared/notice.ts';

export interface Question {
  /** Whether the question is displayed. */
  isOpen(): boolean;
  /** Records which notice is displayed, which may be the question. Undefined if no notice is displayed. */
  draw(notice: Notice | undefined): void;
  /**
   * Moves the focus to the question when it is displayed again after the rows were counted. To be called after each
   * state was drawn completely.
   */
  drawn(): void;
  /** Moves the focus to the question if it is displayed. */
  ask(): void;
  /** To be called when a button of the notice is pressed. */
  pressed(id: NoticeAction): void;
}

interface QuestionEvents {
  readonly dismiss: () => void;
  /** Moves the focus back to the editor, because it was outside the webview before the question. */
  readonly leave: () => void;
  /** Moves the focus to another element, because the one that had it before the question is no longer visible. */
  readonly stay: () => void;
}

/** Whether a notice is the question that asks to confirm Load All. */
const isAsked = (notice: Notice | undefined): boolean =>
  notice?.buttons.some(({ id }) => id === 'loadAllStart') === true &&
  notice.buttons.some(({ id }) => id === 'loadAllDismiss');

export function createQuestion(view: NoticeView<NoticeAction>, events: QuestionEvents): Question {
  const { element } = view;
  let isOpen = false;
  /** The element that had the focus before the question, or `outside` if the webview did not have it. */
  let before: Element | 'outside' | undefined;
  /**
   * True while the rows are counted, after which the question is displayed again. `resting` is the element that has the
   * focus until then.
   */
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
        // If the user has moved the focus meanwhile, it stays there.
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
