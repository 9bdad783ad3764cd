/** Refresh tokens with rotation (RFC 9700, 4.14): each can be used once. Using one again ends its session. */
import { computeDigest, createRandomToken } from './issued.ts';
import type { AuthKind } from './kinds.ts';
import { putBounded } from './putBounded.ts';

interface Session {
  readonly kind: AuthKind;
  /** Digest of the only valid refresh token; empty if the session has ended. */
  current: string;
}

const MAX_REFRESH_TOKENS = 10_000;

export interface Sessions {
  start(kind: AuthKind): string;
  /**
   * Returns the next refresh token and the session's kind; undefined if `refreshToken` is unknown or not valid. A used
   * token that is still stored ends its session.
   */
  rotate(refreshToken: string): { readonly kind: AuthKind; readonly refreshToken: string } | undefined;
  /** Ends the session of a refresh token. Does nothing if the token is unknown. */
  end(refreshToken: string): void;
}

export function createSessions(): Sessions {
  /** Sessions by the digest of each of their stored refresh tokens, used ones included. */
  const sessions = new Map<string, Session>();
  const issueRefreshToken = (session: Session): string => {
    const refreshToken = createRandomToken();
    session.current = computeDigest(refreshToken);
    putBounded(sessions, session.current, session, MAX_REFRESH_TOKENS);
    return refreshToken;
  };
  return {
    start: (kind) => issueRefreshToken({ kind, current: '' }),
    rotate(refreshToken) {
      const id = computeDigest(refreshToken);
      const session = sessions.get(id);
      if (!session) return undefined;
      if (session.current !== id) {
        // There is a copy, and no way to tell which of the two is stolen.
        session.current = '';
        return undefined;
      }
      return { kind: session.kind, refreshToken: issueRefreshToken(session) };
    },
    end(refreshToken) {
      const session = sessions.get(computeDigest(refreshToken));
      if (session) session.current = '';
    },
  };
}
