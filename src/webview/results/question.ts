/**
 * Moves the focus to the question that asks to confirm Load All. When Escape dismisses the question, moves the focus
 * back.
 */
import type { Notice, NoticeAction } from '../../protocol/results.ts';
import type { Notice as NoticeView } from '../shared/notice.ts';

interface LoadAllQuestion {
  isOpen(): boolean;
  setNotice(notice: Notice | undefined): void;
  /**
   * Moves the focus to the question when the question is displayed again after the user pressed the button that counts
   * the rows. If the user has moved the focus meanwhile, it stays there. Must be called after each state was drawn.
   */
  moveFocusAfterDraw(): void;
  focus(): void;
  handleButtonPress(id: NoticeAction): void;
}

interface QuestionEvents {
  readonly dismiss: () => void;
  /** Called on Escape if the focus was outside the webview before the question. Moves the focus to the editor. */
  readonly focusEditor: () => void;
  /**
   * Called on Escape if the element that had the focus before is unknown or no longer visible. Moves the focus to a
   * visible element.
   */
  readonly focusVisibleElement: () => void;
}

const isLoadAllConfirmation = (notice: Notice | undefined): boolean =>
  notice?.buttons.some(({ id }) => id === 'loadAllStart') === true &&
  notice.buttons.some(({ id }) => id === 'loadAllDismiss');

export function createLoadAllQuestion(
  view: NoticeView<NoticeAction>,
  events: QuestionEvents,
): LoadAllQuestion {
  const { element } = view;
  let isOpen = false;
  /**
   * The element that had the focus before the question, or `outside` if the webview did not have the focus. Undefined
   * if unknown.
   */
  let focusBefore: Element | 'outside' | undefined;
  /**
   * True from the press of the button that counts the rows until a state with the question is drawn, or another button
   * is pressed.
   */
  let isCounting = false;
  /** The element that had the focus after the first drawing without the question. */
  let focusWhileCounting: Element | null | undefined;

  function focusQuestion(previousFocus: typeof focusBefore): void {
    view.focus();
    focusBefore = previousFocus;
  }
  function restoreFocus(): void {
    if (focusBefore === 'outside') events.focusEditor();
    else if (focusBefore instanceof HTMLElement && focusBefore.checkVisibility()) focusBefore.focus();
    else events.focusVisibleElement();
  }
  element.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !element.contains(relatedTarget)) focusBefore = relatedTarget;
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    restoreFocus();
    events.dismiss();
  });
  return {
    isOpen: () => isOpen,
    setNotice(notice) {
      isOpen = isLoadAllConfirmation(notice);
    },
    moveFocusAfterDraw() {
      if (!isCounting) return;
      if (!isOpen) focusWhileCounting ??= document.activeElement;
      else {
        // If the user has moved the focus meanwhile, it stays there.
        if (focusWhileCounting && document.activeElement === focusWhileCounting) focusQuestion(focusBefore);
        isCounting = false;
      }
    },
    focus() {
      if (isOpen) focusQuestion(document.hasFocus() ? (document.activeElement ?? undefined) : 'outside');
    },
    handleButtonPress(id) {
      isCounting = id === 'loadAllCount';
      focusWhileCounting = undefined;
    },
  };
}
