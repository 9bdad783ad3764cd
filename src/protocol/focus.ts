/** Which page has the keyboard: the editor itself does not say of a webview in the panel. */
import type { GuardsOf } from './validate.ts';
import { isShape } from './validate.ts';

/** Called by every webview, answered by the host. */
export type FocusHost = {
  focused(params: { focused: boolean }): void;
};

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** The check of it. */
export const focusGuards: GuardsOf<FocusHost> = {
  focused: isShape<{ focused: boolean }>({ focused: isBoolean }),
};
