import * as vscode from 'vscode';
import { cleanClientSecret, cleanToken } from '../../../core/service/client.ts';
import type { Auth } from '../../../core/service/connections/auth.ts';
import { getPastedSecretKind } from '../../../core/service/connections/signInKinds.ts';
import type { AnyConnection } from '../../targets/targets.ts';

function describeTokenProblem(reason: string): string {
  switch (reason) {
    case 'empty':
      return vscode.l10n.t('Paste the access token.');
    case 'too-long':
      return vscode.l10n.t('Too long for an access token (maximum 16 KB).');
    default:
      return vscode.l10n.t(
        'An access token has no whitespace, control, or non-ASCII characters. Copy it again.',
      );
  }
}

function describeClientSecretProblem(reason: string): string {
  switch (reason) {
    case 'empty':
      return vscode.l10n.t('Paste the client secret.');
    case 'too-long':
      return vscode.l10n.t('Too long for a client secret (maximum 16 KB).');
    default:
      return vscode.l10n.t('A client secret has no control or non-ASCII characters. Copy it again.');
  }
}

/**
 * Cleans a pasted access token or client secret, depending on the kind of sign-in. Returns an error message if it is
 * not valid.
 */
export function cleanSecret(
  kind: Auth['kind'],
  pasted: string,
): { readonly ok: true; readonly secret: string } | { readonly ok: false; readonly problem: string } {
  if (getPastedSecretKind(kind) === 'clientSecret') {
    const cleaned = cleanClientSecret(pasted);
    return cleaned.ok ? cleaned : { ok: false, problem: describeClientSecretProblem(cleaned.reason) };
  }
  const cleaned = cleanToken(pasted);
  return cleaned.ok
    ? { ok: true, secret: cleaned.token }
    : { ok: false, problem: describeTokenProblem(cleaned.reason) };
}

export function findSecretProblem(kind: Auth['kind'], pasted: string): string | undefined {
  if (pasted.trim() === '') return vscode.l10n.t('Required.');
  const read = cleanSecret(kind, pasted);
  return read.ok ? undefined : read.problem;
}

/** Returns the text that prompts for a connection's token or client secret and says where the secret is sent. */
export function createSecretPrompt({ auth, baseUrl, accountID }: AnyConnection): string {
  const { origin } = new URL(baseUrl);
  if (getPastedSecretKind(auth.kind) === 'clientSecret' && 'clientID' in auth)
    return vscode.l10n.t(
      'Secret of the client {0}. Stored in the editor’s secret storage and sent only to its sign-in server.',
      auth.clientID,
    );
  return accountID
    ? vscode.l10n.t(
        'Access token for {0}. Stored in the editor’s secret storage and sent only to this address. Verification lists one audit event and may create another.',
        origin,
      )
    : vscode.l10n.t(
        'Access token for {0}. Stored in the editor’s secret storage and sent only to this address.',
        origin,
      );
}
