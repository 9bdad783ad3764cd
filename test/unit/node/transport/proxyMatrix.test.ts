/** Which way a request goes, cell by cell beside the editor's own fetch: @vscode/proxy-agent is what decides there. */
import assert from 'node:assert/strict';
import { createProxyResolver, type ProxyAgentParams } from '@vscode/proxy-agent';
import fc from 'fast-check';
import { selectProxy } from '../../../../src/node/transport/proxy.ts';
import type { NetworkSettings } from '../../../../src/node/transport/settings.ts';
import {
  addresses,
  addressOf,
  cells,
  exceptions,
  proxies,
  supports,
  variables,
  wayOf,
} from './proxyCells.ts';

const ignore = (): void => undefined;
const quiet = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The way of the editor's fetch; undefined: straight to the server. Without the OS and PAC, which we have no API for. */
async function editorsWay(url: URL, settings: NetworkSettings): Promise<string | undefined> {
  if (settings.proxySupport === 'off') return undefined;
  const params: Partial<ProxyAgentParams> = {
    getProxyURL: () => settings.proxy,
    getNoProxyConfig: () => [...(settings.noProxy ?? [])],
    isUseHostProxyEnabled: () => false,
    log: quiet as never,
    proxyResolveTelemetry: ignore,
    env: settings.env as NodeJS.ProcessEnv,
  };
  return createProxyResolver(params as ProxyAgentParams).resolveProxyURL(url.href);
}
const plain = (address: string | undefined): string | undefined => address?.replace(/\/$/, '');
const ways = async (url: URL, settings: NetworkSettings) => ({
  ours: plain(selectProxy(url, settings)),
  editors: plain(await editorsWay(url, settings)),
});

describe('the way of a request', () => {
  for (const address of addresses)
    for (const proxySupport of supports)
      for (const cell of cells) {
        const { noProxy, env } = exceptions[cell.exception] ?? { env: {} };
        const settings: NetworkSettings = {
          transport: 'undici',
          proxySupport,
          proxy: proxies[cell.proxy],
          env: { ...variables[cell.variable], ...env },
          ...(noProxy && { noProxy }),
        };
        const { transport: _, ...shown } = settings;
        it(`to ${address} is the editor's under ${JSON.stringify(shown)}`, async () => {
          const { ours, editors } = await ways(new URL(address), settings);
          assert.equal(ours, editors);
          const isDirect = proxySupport === 'off' || !address.includes('vault.test');
          const way = isDirect ? 'direct' : wayOf(cell);
          assert.equal(ours, way === 'direct' ? undefined : addressOf[way]);
        });
      }

  it('is compared in more than 60 cells', () => {
    assert.equal(addresses.length * supports.length * cells.length, 144);
  });

  it('is the editor’s for whatever exceptions', async () => {
    const label = fc.constantFrom('vault', 'test', 'a', 'v', 'VAULT', '');
    const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
    const port = fc.constantFrom('', ':443', ':80', ':8443');
    const entry = fc
      .tuple(fc.constantFrom('', '.', ' '), host, port, fc.constantFrom('', ' '))
      .map((parts) => parts.join(''));
    const urls = ['https://vault.test', 'https://a.vault.test:8443', 'https://v.test'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 3 }),
        fc.array(entry, { maxLength: 3 }),
        fc.constantFrom(...urls),
        async (noProxy, ofEnvironment, url) => {
          const env = { NO_PROXY: ofEnvironment.join(',') };
          const settings = { transport: 'undici', proxy: addressOf.setting, noProxy, env } as const;
          const { ours, editors } = await ways(new URL(url), settings);
          assert.equal(ours, editors);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('differs from the editor’s in two forms, which other programs take', async () => {
    const url = new URL('https://vault.test');
    const common = { transport: 'undici', env: {} } as const;
    assert.deepEqual(await ways(url, { ...common, proxy: addressOf.setting, noProxy: ['*.test'] }), {
      ours: undefined,
      editors: addressOf.setting,
    });
    assert.deepEqual(await ways(url, { ...common, proxy: 'setting.test:1' }), {
      ours: addressOf.setting,
      editors: undefined,
    });
  });
});
