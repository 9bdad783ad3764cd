/** Refresh tokens with rotation (RFC 9700, 4.14). */
import { computeDigest, createRandomToken } from './issued.ts';
import type { AuthKind } from './kinds.ts';
import { setWithEntryLimit } from './putBounded.ts';

interface Session {
  readonly kind: AuthKind;
  current: string;
}

const MAX_REFRESH_TOKENS = 10_000;

export interface Sessions {
  startSession(kind: AuthKind): string;
  /**
   * Replaces a refresh token. Returns the new one and the session's kind; undefined if `refreshToken` is not valid.
   * Ends the session if `refreshToken` was replaced before.
   */
  rotateRefreshToken(
    refreshToken: string,
  ): { readonly kind: AuthKind; readonly refreshToken: string } | undefined;
  end(refreshToken: string): void;
}

export function createRefreshTokenStore(): Sessions {
  const sessions = new Map<string, Session>();
  const issueRefreshToken = (session: Session): string => {
    const refreshToken = createRandomToken();
    session.current = computeDigest(refreshToken);
    setWithEntryLimit(sessions, session.current, session, MAX_REFRESH_TOKENS);
    return refreshToken;
  };
  return {
    startSession: (kind) => issueRefreshToken({ kind, current: '' }),
    rotateRefreshToken(refreshToken) {
      const id = computeDigest(refreshToken);
      const session = sessions.get(id);
      if (!session) return undefined;
      if (session.current !== id) {
        // Either the token was used before, so it or the current one may be stolen, or the session has ended.
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
