/** The calls that every webview sends to the host. */
import type { Failure } from './failure.ts';
import { type GuardsOf, isBoolean, isText, shapeOf } from './validate.ts';

export interface PageFailure extends Failure {
  readonly method: string;
}

export type PageHost = {
  /** Reports whether the webview has the focus, because the editor does not report this for a webview in the panel. */
  focused(params: { focused: boolean }): void;
  failed(params: PageFailure): void;
};

export const pageGuards: GuardsOf<PageHost> = {
  focused: shapeOf<{ focused: boolean }>({ focused: isBoolean }),
  failed: shapeOf<PageFailure>({ method: isText, name: isText, stackLines: isText }),
};
