/** What every page tells the host about itself. */
import type { Failure } from './failure.ts';
import { type GuardsOf, isShape, isText } from './validate.ts';

/** A message that a page could not take. */
export interface PageFailure extends Failure {
  readonly method: string;
}

/** Called by every webview, answered by the host. */
export type PageHost = {
  /** Whether it has the keyboard: the editor itself does not say of a webview in the panel. */
  focused(params: { focused: boolean }): void;
  /** A page has no log of its own. */
  failed(params: PageFailure): void;
};

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** The checks of it. */
export const pageGuards: GuardsOf<PageHost> = {
  focused: isShape<{ focused: boolean }>({ focused: isBoolean }),
  failed: isShape<PageFailure>({ method: isText, name: isText, places: isText }),
};
