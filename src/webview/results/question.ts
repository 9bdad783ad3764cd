/** Moves the focus to the question above the rows, and back to where it was when the question is dismissed. */
import type { Notice, NoticeAction } from '../../protocol/results.ts';
import type { Notice as NoticeView } from '../shared/notice.ts';

export interface Question {
  /** Whether a question is displayed. */
  isOpen(): boolean;
  /** Records which notice is displayed, which may be a question. */
  draw(notice: Notice | undefined): void;
  /** Moves the focus to the repeated question after rows were counted. To be called after a whole state was drawn. */
  drawn(): void;
  /** Moves the focus to the question, if there is one. */
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

/** Whether a notice is a question that can be dismissed: the confirmation of Load All. */
const isAsked = (notice: Notice | undefined): boolean =>
  notice?.buttons.some(({ id }) => id === 'loadAllStart') === true &&
  notice.buttons.some(({ id }) => id === 'loadAllDismiss');

export function createQuestion(view: NoticeView<NoticeAction>, events: QuestionEvents): Question {
  const { element } = view;
  let isOpen = false;
  /** The element that had the focus before the question, or `outside` if the webview did not have it. */
  let before: Element | 'outside' | undefined;
  /** True while rows are counted, after which the question is repeated. `resting` has the focus until then. */
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
