import assert from 'node:assert/strict';
import { selectProxy } from '../../../../src/node/transport/proxy.ts';
import type { NetworkSettings } from '../../../../src/node/transport/settings.ts';

const through = (url: string, settings: Partial<NetworkSettings>) =>
  selectProxy(new URL(url), { transport: 'auto', env: {}, ...settings });
const vault = 'https://v1.vault.example/x';
const proxy = 'http://proxy.example:3128';

describe('proxyFor', () => {
  it('follows the editor’s order: off, loopback, exceptions, http.proxy, environment', () => {
    const env = { HTTPS_PROXY: 'http://env.example:1', HTTP_PROXY: 'http://other.example:1' };
    assert.equal(through(vault, { proxy, env, proxySupport: 'off' }), undefined);
    assert.equal(through('http://127.0.0.1:8080/', { proxy, env }), undefined);
    assert.equal(through('http://localhost/', { proxy, env }), undefined);
    assert.equal(through('http://[::1]/', { proxy, env }), undefined);
    assert.equal(through(vault, { proxy, env, noProxy: ['vault.example'] }), undefined);
    assert.equal(through(vault, { proxy, env }), proxy);
    assert.equal(through(vault, { proxy: '', env }), 'http://env.example:1');
    assert.equal(through(vault, {}), undefined);
  });

  it('takes the first of the environment’s variables for either scheme', () => {
    const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
    for (const [index, first] of names.entries()) {
      const env = Object.fromEntries(names.slice(index).map((name) => [name, `http://${name}`]));
      assert.equal(through(vault, { env }), `http://${first}`);
      assert.equal(through('http://vault.example/', { env }), `http://${first}`);
    }
  });

  it('ignores NO_PROXY where http.noProxy has entries', () => {
    const env = { NO_PROXY: 'vault.example' };
    assert.equal(through(vault, { proxy, env }), undefined);
    assert.equal(through(vault, { proxy, env, noProxy: [] }), undefined);
    assert.equal(through(vault, { proxy, env, noProxy: ['other.example'] }), proxy);
  });

  it('reads exceptions as hosts, all under a host, ports and *', () => {
    const isException = (entry: string, url = vault) =>
      through(url, { proxy, noProxy: [entry] }) === undefined;
    for (const entry of [
      'v1.vault.example',
      'vault.example',
      '.vault.example',
      '*.vault.example',
      'EXAMPLE',
      ' example ',
      '*',
      'vault.example:443',
    ]) {
      assert.equal(isException(entry), true, entry);
    }
    for (const entry of ['ault.example', 'x.vault.example', 'vault.example:80', '', '.', ',']) {
      assert.equal(isException(entry), false, entry);
    }
    assert.equal(isException('[2001:db8::1]', 'https://[2001:db8::1]/'), true);
    assert.equal(isException('[2001:db8::1]:8443', 'https://[2001:db8::1]:8443/'), true);
    assert.equal(isException('vault.example:8443', 'https://vault.example:8443'), true);
  });

  it('takes a proxy without a scheme for http', () => {
    assert.equal(through(vault, { proxy: 'proxy.example:3128' }), proxy);
    assert.equal(through(vault, { proxy: 'socks5://proxy.example' }), 'socks5://proxy.example');
  });
});
