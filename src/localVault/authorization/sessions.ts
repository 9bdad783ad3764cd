/** Refresh tokens that rotate (RFC 9700, 4.14): each can be used once, and one used twice ends its whole session. */
import { digest, random } from './issued.ts';
import type { AuthKind } from './kinds.ts';
import { putBounded } from './putBounded.ts';

interface Session {
  readonly kind: AuthKind;
  /** The digest of the one refresh token that is good. */
  current: string;
}

/** Maximum number of refresh tokens remembered. A refresh token older than that is refused as unknown. */
const MAX_REFRESH_TOKENS = 10_000;

export interface Sessions {
  /** The first refresh token of a new session. */
  start(kind: AuthKind): string;
  /** The next one, and the session's kind; undefined where `refreshToken` is not good, or was used before. */
  rotate(refreshToken: string): { readonly kind: AuthKind; readonly refreshToken: string } | undefined;
  /** Ends the session that the refresh token belongs to, if it is one's. */
  end(refreshToken: string): void;
}

export function createSessions(): Sessions {
  /** By each refresh token that is remembered, also used ones. */
  const sessions = new Map<string, Session>();
  const give = (session: Session): string => {
    const refreshToken = random();
    session.current = digest(refreshToken);
    putBounded(sessions, session.current, session, MAX_REFRESH_TOKENS);
    return refreshToken;
  };
  return {
    start: (kind) => give({ kind, current: '' }),
    rotate(refreshToken) {
      const id = digest(refreshToken);
      const session = sessions.get(id);
      if (!session) return undefined;
      if (session.current !== id) {
        // There is a copy, and no way to tell which of the two is stolen.
        session.current = '';
        return undefined;
      }
      return { kind: session.kind, refreshToken: give(session) };
    },
    end(refreshToken) {
      const session = sessions.get(digest(refreshToken));
      if (session) session.current = '';
    },
  };
}
