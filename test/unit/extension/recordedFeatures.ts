import type { Deps } from '../../../src/extension/app/deps.ts';

type Features = Pick<Deps, 'connections' | 'localVault' | 'queries' | 'auditEvents' | 'help'>;

/** The APIs of the features, which do nothing but record their calls, as `['connections.edit', 'mine']`. */
export function recordedFeatures(): { readonly features: Features; readonly calls: unknown[][] } {
  const calls: unknown[][] = [];
  const recorded = (feature: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          async (...given: readonly unknown[]) => {
            calls.push([`${feature}.${String(method)}`, ...given]);
          },
      },
    );
  const features = {
    connections: () => recorded('connections'),
    localVault: () => recorded('localVault'),
    queries: () => recorded('queries'),
    auditEvents: () => recorded('auditEvents'),
    help: recorded('help'),
  } as unknown as Features;
  return { features, calls };
}
