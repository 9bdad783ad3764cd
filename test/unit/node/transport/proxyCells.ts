/** The ways that a request may go, by all that decides them: the tests and the help page go by this table. */
import type { NetworkSettings } from '../../../../src/node/transport/settings.ts';

/** `setting` and `variable`: the proxy of `http.proxy`, and that of the environment. */
export type Way = 'direct' | 'setting' | 'variable';

export const addressOf: Readonly<Record<Exclude<Way, 'direct'>, string>> = {
  setting: 'http://setting.test:1',
  variable: 'http://variable.test:2',
};

/** With what they are called on the help page. */
export const proxies = { '–': '', set: addressOf.setting } as const;
export const variables: Readonly<Record<string, NetworkSettings['env']>> = {
  '–': {},
  '`HTTPS_PROXY`': { HTTPS_PROXY: addressOf.variable },
  '`http_proxy`': { http_proxy: addressOf.variable },
};
export const exceptions: Readonly<Record<string, Pick<NetworkSettings, 'noProxy' | 'env'>>> = {
  'no exception': { env: {} },
  'host in `http.noProxy`': { noProxy: ['vault.test'], env: {} },
  'host in `NO_PROXY`': { env: { NO_PROXY: 'other.test,.vault.test:443' } },
  'host in `NO_PROXY`, another in `http.noProxy`': {
    noProxy: ['other.test'],
    env: { NO_PROXY: 'vault.test' },
  },
};
export const supports = ['override', 'off'];
export const addresses = ['https://vault.test/v1', 'https://127.0.0.1:8443/v1', 'http://localhost:8080/v1'];

export interface Cell {
  readonly proxy: keyof typeof proxies;
  readonly variable: string;
  readonly exception: string;
}
/** For a vault elsewhere; `off`, and this machine, are always direct. */
export function wayOf({ proxy, variable, exception }: Cell): Way {
  const { noProxy, env } = exceptions[exception] ?? { env: {} };
  const isExcepted = noProxy ? noProxy.includes('vault.test') : env.NO_PROXY !== undefined;
  if (isExcepted) return 'direct';
  if (proxies[proxy] !== '') return 'setting';
  return Object.keys(variables[variable] ?? {}).length > 0 ? 'variable' : 'direct';
}
export const cells: readonly Cell[] = (['–', 'set'] as const).flatMap((proxy) =>
  Object.keys(variables).flatMap((variable) =>
    Object.keys(exceptions).map((exception) => ({ proxy, variable, exception })),
  ),
);
