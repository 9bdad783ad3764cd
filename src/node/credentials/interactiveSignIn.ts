import type { OAuth } from '../../core/service/connections/auth.ts';
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { PendingRedirects } from '../signIn/callbacks.ts';
import type { DeviceCode } from '../signIn/deviceCode.ts';
import { createFailure, type GrantOutcome, type SignInNetwork } from '../signIn/grant.ts';
import { createRedirectPath, type Redirect } from '../signIn/redirect.ts';
import type { SignInModule } from './sources.ts';

/** The parts of a sign-in that need the editor or the user. */
export interface SignInInteraction {
  getRedirect(path: `/${string}`): Redirect | PromiseLike<Redirect>;
  readonly callbacks: PendingRedirects;
  /** Opens an address in the browser. Resolves to false if it was not opened. */
  openBrowser(address: string): PromiseLike<boolean>;
  showCode(code: DeviceCode): unknown;
}

export async function signInInteractively(
  client: OAuth & { readonly kind: 'oauth' | 'device' },
  { startAuthorization, startDeviceAuthorization }: SignInModule,
  network: SignInNetwork,
  interaction: SignInInteraction,
  signal?: AbortSignalLike,
): Promise<GrantOutcome> {
  if (client.kind === 'device') {
    const started = await startDeviceAuthorization(network, client, signal);
    if (!started.ok) return started;
    interaction.showCode(started.code);
    return started.pollForToken();
  }
  const path = createRedirectPath(client.server);
  const started = await startAuthorization(network, client, await interaction.getRedirect(path), signal);
  if (!started.ok) return started;
  const waiting = new AbortController();
  const stopWaiting = (): void => waiting.abort();
  signal?.addEventListener('abort', stopWaiting);
  if (signal?.aborted) stopWaiting();
  try {
    const callback = interaction.callbacks.waitForRedirect(path, started.state, waiting.signal);
    if (!(await interaction.openBrowser(started.url))) return createFailure({ code: 'no-browser' });
    const parameters: URLSearchParams | SignInProblem = await callback;
    return parameters instanceof URLSearchParams
      ? await started.exchangeCode(parameters)
      : createFailure(parameters);
  } finally {
    signal?.removeEventListener('abort', stopWaiting);
    // If the browser was not opened, a redirect must not complete this sign-in later.
    stopWaiting();
  }
}
