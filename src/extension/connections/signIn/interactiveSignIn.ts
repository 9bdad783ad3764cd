import * as vscode from 'vscode';
import { signInSentences } from '../../../core/messages/signInProblems.ts';
import type { SignInProblem } from '../../../core/service/connections/signInProblems.ts';
import type { SignInInteraction } from '../../../node/credentials/interactiveSignIn.ts';
import { createPendingRedirects, type PendingRedirects } from '../../../node/signIn/callbacks.ts';
import type { DeviceCode } from '../../../node/signIn/deviceCode.ts';
import { REDIRECT_PATH_PREFIX } from '../../../node/signIn/redirect.ts';
import type { Deps } from '../../app/deps.ts';
import { showProgress } from '../../platform/dialogs.ts';
import { localizeSentence } from '../../platform/messages.ts';
import type { AnyConnection } from '../../targets/targets.ts';
import { createRedirect } from './redirectAddress.ts';

function describeSignInProblem(problem: SignInProblem, connection: AnyConnection): string {
  const { title, text } = signInSentences(problem, new URL(connection.baseUrl).host);
  return `${localizeSentence(title)}. ${localizeSentence(text)}`;
}

/**
 * Registers the handler of the redirect links that complete sign-ins. Returns the registry in which sign-ins wait for
 * their links.
 */
export function registerSignInLinks({ links, messages }: Pick<Deps, 'links' | 'messages'>): PendingRedirects {
  const callbacks = createPendingRedirects();
  links.addHandler(`${REDIRECT_PATH_PREFIX}/*`, (query, path) => {
    if (callbacks.acceptRedirect(path, query)) return undefined;
    const { title, text } = signInSentences({ code: 'state-mismatch' }, '');
    return messages.warn(`${localizeSentence(title)}. ${localizeSentence(text)}`);
  });
  return callbacks;
}

/**
 * Signs the user in to a connection in the browser. Returns whether that succeeded. Failures other than a cancellation
 * are shown in a message.
 */
export async function signInByBrowser(
  deps: Pick<Deps, 'context' | 'credentials' | 'messages'>,
  connection: AnyConnection,
  callbacks: PendingRedirects,
): Promise<boolean> {
  const problem = await showProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Signing in to {0}', connection.name),
      cancellable: true,
    },
    (progress, cancellation) => {
      const abort = new AbortController();
      cancellation.onCancellationRequested(() => abort.abort());
      return deps.credentials.signIn(
        connection,
        createInteraction(deps, callbacks, (message) => progress.report({ message })),
        abort.signal,
      );
    },
  );
  if (!problem) return true;
  if (problem.code !== 'sign-in-cancelled')
    void deps.messages.error(describeSignInProblem(problem, connection));
  return false;
}

function createInteraction(
  { context, messages }: Pick<Deps, 'context' | 'messages'>,
  callbacks: PendingRedirects,
  report: (message: string) => void,
): SignInInteraction {
  return {
    getRedirect: (path) => createRedirect(context.extension.id, path),
    callbacks,
    openBrowser(address) {
      report(vscode.l10n.t('Continue in your browser.'));
      return openExternal(address);
    },
    showCode: (code) => {
      report(vscode.l10n.t('Waiting for the code {0}.', code.userCode));
      void messages.info(
        vscode.l10n.t('To sign in, open {0} and enter the code {1}.', code.address, code.userCode),
        ...createCodeChoices(code),
      );
    },
  };
}

const createCodeChoices = ({ userCode, address, completeAddress }: DeviceCode) => [
  {
    label: vscode.l10n.t('Copy Code and Open'),
    async run() {
      await vscode.env.clipboard.writeText(userCode);
      await openExternal(completeAddress ?? address);
    },
  },
];

/**
 * Opens an address in the browser. `vscode.env.openExternal` accepts a string despite its declared type. A `Uri` is not
 * used, because the editor would decode its query and encode it differently.
 */
const openExternal = (address: string): Thenable<boolean> =>
  vscode.env.openExternal(address as unknown as vscode.Uri);
