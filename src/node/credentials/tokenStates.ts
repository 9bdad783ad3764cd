import type { Outcome } from '../../core/service/errors.ts';
import type { Disposable, Emitter, Event, TokenConnection } from './surroundings.ts';

/** What is known of a connection's token (S6): nothing, that the service took it, or that it refused it. */
export type TokenState = 'untried' | 'works' | 'refused';

/** What the service has answered to each connection's token since it was given, in memory only. */
export interface TokenStates extends Disposable {
  of(connection: TokenConnection): TokenState;
  /** A request with the connection's token begins; the function given takes what came of it. */
  begin(connection: TokenConnection): (outcome: Outcome<unknown>) => void;
  /** The connection of that name has another token now, or none. */
  reset(name: string): void;
  readonly onDidChange: Event<void>;
}

/** One token of a connection: an object of its own, so that an answer to the one before says nothing about it. */
interface Token {
  readonly key: string;
  state: TokenState;
}

/** A connection that was edited may lead to another service, or get its token from elsewhere. */
const keyOf = ({ baseUrl, auth }: TokenConnection): string => JSON.stringify([baseUrl, auth]);

/** Other answers leave open whether the token is good: they may come from a gateway, or be about a role or a query. */
function stateAfter(outcome: Outcome<unknown>): TokenState | undefined {
  if (outcome.ok) return 'works';
  return outcome.error.kind === 'status' && outcome.error.status === 401 ? 'refused' : undefined;
}

/** `changes` is fired with every change, and disposed with the states. */
export function createTokenStates(changes: Emitter): TokenStates {
  const tokens = new Map<string, Token>();
  const tokenOf = (connection: TokenConnection): Token => {
    const key = keyOf(connection);
    const known = tokens.get(connection.name);
    if (known?.key === key) return known;
    const token: Token = { key, state: 'untried' };
    tokens.set(connection.name, token);
    return token;
  };
  return {
    of: (connection) => tokenOf(connection).state,
    begin(connection) {
      const token = tokenOf(connection);
      return (outcome) => {
        const state = stateAfter(outcome);
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
