/** The calls between the host and every webview. */
import type { Failure } from './failure.ts';
import { type GuardsOf, isBoolean, isText, shapeOf } from './validate.ts';

export interface PageFailure extends Failure {
  readonly method: string;
}

/** The calls that every webview sends to the host. */
export type PageHost = {
  /** Reports whether the webview has the focus, because the editor does not report this for a webview in the panel. */
  focused(params: { focused: boolean }): void;
  failed(params: PageFailure): void;
};

/** The calls that the host sends to every webview. */
export type PageView = {
  /**
   * Moves the keyboard focus to the element of the webview that had it last. The webview must be visible. The editor
   * does not do that reliably after a picker that opened and closed quickly.
   */
  focus(params: Record<string, never>): void;
};

export const pageGuards: GuardsOf<PageHost> = {
  focused: shapeOf<{ focused: boolean }>({ focused: isBoolean }),
  failed: shapeOf<PageFailure>({ method: isText, name: isText, stackLines: isText }),
};

export const pageViewGuards: GuardsOf<PageView> = { focus: shapeOf({}) };
