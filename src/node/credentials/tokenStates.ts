import type { Outcome } from '../../core/service/errors.ts';
import type { Disposable, Emitter, Event, TokenConnection } from './editorTypes.ts';

/** Whether the service has accepted (`works`) or rejected (`refused`) a connection's token (S6). */
export type TokenState = 'untried' | 'works' | 'refused';

export interface TokenStates extends Disposable {
  getState(connection: TokenConnection): TokenState;
  /**
   * Must be called before a request with the connection's token. Returns a function that must be called with the
   * outcome of the request.
   */
  trackRequest(connection: TokenConnection): (outcome: Outcome<unknown>) => void;
  reset(name: string): void;
  readonly onDidChange: Event<void>;
}

/**
 * The state of a connection's token. A new object is used after `reset`, or after the connection's address or sign-in
 * changed, so that a late response to an earlier request does not count.
 */
interface Token {
  readonly key: string;
  state: TokenState;
}

const createTokenKey = ({ baseUrl, auth }: TokenConnection): string => JSON.stringify([baseUrl, auth]);

function inferTokenState(outcome: Outcome<unknown>): TokenState | undefined {
  if (outcome.ok) return 'works';
  return outcome.error.kind === 'status' && outcome.error.status === 401 ? 'refused' : undefined;
}

/**
 * Creates an empty store of token states. The store fires `changes` as its `onDidChange`, and disposes of it when the
 * store is disposed of.
 */
export function createTokenStates(changes: Emitter): TokenStates {
  const tokens = new Map<string, Token>();
  const getOrCreateToken = (connection: TokenConnection): Token => {
    const key = createTokenKey(connection);
    const known = tokens.get(connection.name);
    if (known?.key === key) return known;
    const token: Token = { key, state: 'untried' };
    tokens.set(connection.name, token);
    return token;
  };
  return {
    getState: (connection) => getOrCreateToken(connection).state,
    trackRequest(connection) {
      const token = getOrCreateToken(connection);
      return (outcome) => {
        const state = inferTokenState(outcome);
        if (state === undefined || state === token.state || tokens.get(connection.name) !== token) return;
        token.state = state;
        changes.fire();
      };
    },
    reset(name) {
      if (tokens.delete(name)) changes.fire();
    },
    onDidChange: changes.event,
    dispose: () => changes.dispose(),
  };
}
