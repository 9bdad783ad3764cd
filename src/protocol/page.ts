/** The calls that every webview sends to the host. */
import type { Failure } from './failure.ts';
import { type GuardsOf, isShape, isText } from './validate.ts';

/** An error in a webview while it handled a message or a response of the host. */
export interface PageFailure extends Failure {
  readonly method: string;
}

/** The methods of the host that every webview calls. */
export type PageHost = {
  /** Reports whether the webview has the focus, because the editor does not report this for a webview in the panel. */
  focused(params: { focused: boolean }): void;
  /** Reports an error in the webview, so that the host can log it. */
  failed(params: PageFailure): void;
};

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Guards for the parameters of `PageHost`. */
export const pageGuards: GuardsOf<PageHost> = {
  focused: isShape<{ focused: boolean }>({ focused: isBoolean }),
  failed: isShape<PageFailure>({ method: isText, name: isText, stackLines: isText }),
};
