import { importPKCS8, SignJWT } from 'jose';
import { cleanToken } from '../../core/service/token.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import {
  type Conversation,
  createRefusalProblem,
  createServerConversation,
  createUnusableResponseProblem,
  isClockWrong,
  parseOAuthErrorIfRejected,
} from './conversation.ts';
import { createFailure, type GrantOutcome, type SignInNetwork } from './grant.ts';
import type { ServiceAccountKey } from './key.ts';
import { readKeyFile } from './keyFile.ts';
import { computeExpiry } from './lifetime.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 3600;

export interface ServiceAccount {
  readonly keyFile: string;
  readonly scope?: string;
}

/**
 * Obtains a token with a service account's key. If a wrong clock of this machine may be the reason for a rejection,
 * retries once with the server's time.
 */
export async function obtainServiceAccountGrant(
  network: SignInNetwork,
  { keyFile, scope }: ServiceAccount,
  signal?: AbortSignalLike,
): Promise<GrantOutcome> {
  const read = await readKeyFile(keyFile);
  if (!read.ok) return read;
  const sign = await createAssertionSigner(read.key);
  if (!sign) return createFailure({ code: 'key-unusable', file: keyFile });
  const conversation = createServerConversation(network, signal);
  conversation.allowOrigin(read.key.tokenURI);
  const exchange = async (now: number) =>
    exchangeAssertion(conversation, read.key.tokenURI, await sign(now), scope);
  const first = await exchange(network.now());
  const answer = conversation.getLastResponse();
  const isAboutTime =
    !first.ok && answer !== undefined && parseOAuthErrorIfRejected(answer) && isClockWrong(answer);
  const outcome = isAboutTime ? await exchange(conversation.getServerTime()) : first;
  if (!outcome.ok) return outcome;
  const expiresAt = computeExpiry(outcome.token, network.now(), {
    serverTime: conversation.getServerTime(),
  });
  return {
    ok: true,
    grant: {
      token: outcome.token,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(read.isPublic && {
        notice: { code: 'key-file-public', file: keyFile } as const,
      }),
    },
  };
}

async function createAssertionSigner(
  key: ServiceAccountKey,
): Promise<((now: number) => Promise<string>) | undefined> {
  let privateKey: Awaited<ReturnType<typeof importPKCS8>>;
  try {
    privateKey = await importPKCS8(key.privateKey, 'RS256');
  } catch {
    // The error is not passed on, because its message may quote the key.
    return undefined;
  }
  return (now) =>
    new SignJWT({ key: key.keyID })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(key.clientID)
      .setSubject(key.clientID)
      .setAudience(key.tokenURI)
      .setExpirationTime(Math.floor(now / 1000) + ASSERTION_SECONDS)
      .sign(privateKey);
}

async function exchangeAssertion(
  conversation: Conversation,
  tokenURI: string,
  assertion: string,
  scope: string | undefined,
) {
  const sent = await conversation.attempt(() =>
    conversation.fetch(tokenURI, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        grant_type: GRANT_TYPE,
        assertion,
        ...(scope !== undefined && { scope }),
      }),
    }),
  );
  if (!sent.ok) return sent;
  const token = parseAccessToken(conversation.getLastResponse()?.body ?? '');
  if (sent.value.status === 200 && token !== undefined) return { ok: true, token } as const;
  const answer = conversation.getLastResponse();
  const refusal = answer && parseOAuthErrorIfRejected(answer);
  if (answer && refusal) return createFailure(createRefusalProblem(answer, refusal));
  return createFailure(createUnusableResponseProblem(conversation));
}

function parseAccessToken(body: string): string | undefined {
  try {
    const { accessToken, access_token } = JSON.parse(body) as Readonly<Record<string, unknown>>;
    const token = accessToken ?? access_token;
    const cleaned = typeof token === 'string' ? cleanToken(token) : undefined;
    return cleaned?.ok ? cleaned.token : undefined;
  } catch {
    // Not JSON, or null. For example, the body is a proxy's error page.
    return undefined;
  }
}
