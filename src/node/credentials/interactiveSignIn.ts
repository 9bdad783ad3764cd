/** A sign-in that a person takes part in, in the browser: by a link back to the editor, or by a code. */
import type { OAuth } from '../../core/service/connections/auth.ts';
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { Callbacks } from '../signIn/callbacks.ts';
import type { DeviceCode } from '../signIn/deviceCode.ts';
import { failed, type GrantOutcome, type Wire } from '../signIn/grant.ts';
import { type Redirect, redirectPath } from '../signIn/redirect.ts';
import type { SignInModule } from './sources.ts';

/** What the person sees of it. */
export interface Interaction {
  /** Where the browser is led at the end: a link of that path that the editor takes. */
  redirect(path: `/${string}`): Redirect | PromiseLike<Redirect>;
  readonly callbacks: Callbacks;
  /** False where there is no browser. */
  openBrowser(address: string): PromiseLike<boolean>;
  /** Shows a code, and where to enter it; until the sign-in has ended. */
  showCode(code: DeviceCode): unknown;
}

/** Ends when the person has decided, takes too long, or `signal` aborts. */
export async function interactiveGrant(
  client: OAuth & { readonly kind: 'oauth' | 'device' },
  { startAuthorization, startDevice }: SignInModule,
  wire: Wire,
  interaction: Interaction,
  signal?: AbortSignalLike,
): Promise<GrantOutcome> {
  if (client.kind === 'device') {
    const started = await startDevice(wire, client, signal);
    if (!started.ok) return started;
    interaction.showCode(started.code);
    return started.finish();
  }
  const path = redirectPath(client.server);
  const started = await startAuthorization(wire, client, await interaction.redirect(path), signal);
  if (!started.ok) return started;
  const waiting = new AbortController();
  const stopWaiting = (): void => waiting.abort();
  signal?.addEventListener('abort', stopWaiting);
  if (signal?.aborted) stopWaiting();
  try {
    const callback = interaction.callbacks.wait(path, started.state, waiting.signal);
    if (!(await interaction.openBrowser(started.url))) return failed({ code: 'no-browser' });
    const parameters: URLSearchParams | SignInProblem = await callback;
    return parameters instanceof URLSearchParams ? await started.finish(parameters) : failed(parameters);
  } finally {
    signal?.removeEventListener('abort', stopWaiting);
    // Without a browser no link may end this sign-in later.
    stopWaiting();
  }
}
