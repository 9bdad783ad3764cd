/** Which way a request goes, cell by cell beside the editor's own fetch: @vscode/proxy-agent is what decides there. */
import assert from 'node:assert/strict';
import { createProxyResolver, type ProxyAgentParams } from '@vscode/proxy-agent';
import fc from 'fast-check';
import { proxyFor } from '../../../../src/node/transport/proxy.ts';
import type { NetworkSettings } from '../../../../src/node/transport/settings.ts';

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
  ours: plain(proxyFor(url, settings)),
  editors: plain(await editorsWay(url, settings)),
});

const [bySetting, byVariable] = ['http://setting.test:1', 'http://variable.test:2'];
const proxies = ['', bySetting];
const variables: readonly NetworkSettings['env'][] = [
  {},
  { HTTPS_PROXY: byVariable },
  { http_proxy: byVariable },
];
const exceptions: readonly Pick<NetworkSettings, 'noProxy' | 'env'>[] = [
  { env: {} },
  { noProxy: ['vault.test'], env: {} },
  { noProxy: ['other.test'], env: { NO_PROXY: 'vault.test' } },
  { env: { NO_PROXY: 'other.test,.vault.test:443' } },
];
const supports = ['override', 'off'];
const addresses = ['https://vault.test/v1', 'https://127.0.0.1:8443/v1', 'http://localhost:8080/v1'];

describe('the way of a request', () => {
  let cells = 0;
  for (const address of addresses)
    for (const proxySupport of supports)
      for (const proxy of proxies)
        for (const variable of variables)
          for (const { noProxy, env } of exceptions) {
            const settings: NetworkSettings = {
              ...{ transport: 'undici', proxySupport, proxy, env: { ...variable, ...env } },
              ...(noProxy && { noProxy }),
            };
            cells++;
            const { transport: _, ...shown } = settings;
            it(`to ${address} is the editor's under ${JSON.stringify(shown)}`, async () => {
              const { ours, editors } = await ways(new URL(address), settings);
              assert.equal(ours, editors);
              // The order itself: off and this machine, exceptions, the setting, the environment.
              const isDirect = proxySupport === 'off' || !address.includes('vault.test');
              const isExcepted = noProxy ? noProxy.includes('vault.test') : env.NO_PROXY !== undefined;
              const way = proxy || Object.values(variable)[0];
              assert.equal(ours, isDirect || isExcepted ? undefined : way);
            });
          }

  it('is compared in more than 60 cells', () => {
    assert.equal(cells, 144);
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
          const settings = { transport: 'undici', proxy: bySetting, noProxy, env } as const;
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
    assert.deepEqual(await ways(url, { ...common, proxy: bySetting, noProxy: ['*.test'] }), {
      ours: undefined,
      editors: bySetting,
    });
    assert.deepEqual(await ways(url, { ...common, proxy: 'setting.test:1' }), {
      ours: bySetting,
      editors: undefined,
    });
  });
});
