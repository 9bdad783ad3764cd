import assert from 'node:assert/strict';
import { encodeVaultID, validateBaseUrl } from '../../../../src/core/service/address.ts';

const reasonOf = (text: string) => {
  const result = validateBaseUrl(text);
  return result.ok ? result.url : result.reason;
};

describe('validateBaseUrl', () => {
  const accepted: [string, string][] = [
    ['https://vault.example', 'https://vault.example'],
    [' https://Vault.Example/ ', 'https://vault.example'],
    ['HTTPS://vault.example:8443/prefix/x/', 'https://vault.example:8443/prefix/x'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost', 'http://localhost'],
    ['http://[::1]:80/', 'http://[::1]'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]'],
    ['https://xn--mller-kva.example', 'https://xn--mller-kva.example'],
    ['https://vault.example/a%20b', 'https://vault.example/a%20b'],
  ];
  for (const [text, url] of accepted) it(`accepts ${text}`, () => assert.equal(reasonOf(text), url));

  const refused: [string, string][] = [
    ['', 'empty'],
    ['   ', 'empty'],
    ['vault.example', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https:///x', 'not-an-address'],
    ['https:vault.example', 'not-an-address'],
    ['https://vault example', 'not-an-address'],
    ['https://vault.example:99999', 'not-an-address'],
    ['https://vault.example:', 'not-an-address'],
    ['https://vault\u3002example', 'not-an-address'],
    ['https://-vault.example', 'not-an-address'],
    ['https://vault.example\\@evil.example', 'userinfo'],
    ['https://vault.example\\evil', 'not-an-address'],
    ['file:///etc/passwd', 'scheme'],
    ['ftp://vault.example', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['http://vault.example', 'plain-http'],
    ['http://127.0.0.1.evil.example', 'plain-http'],
    ['http://localhost.evil.example', 'plain-http'],
    ['http://0.0.0.0', 'plain-http'],
    ['http://2130706433', 'plain-http'],
    ['http://127.1', 'plain-http'],
    ['https://user:secret@vault.example', 'userinfo'],
    ['https://127.0.0.1@evil.example', 'userinfo'],
    ['https://vault.example?x', 'query'],
    ['https://vault.example/#x', 'fragment'],
    ['https://vault.example/../x', 'path'],
    ['https://vault.example/%2e%2e/x', 'path'],
    ['https://vault.example/%252e%252E/x', 'path'],
    ['https://vault.example/a//b', 'path'],
    ['https://vault.example/a\\..\\b', 'path'],
    ['https://vault.example/a b', 'path'],
    ['https://vault.example/a\tb', 'path'],
    ['https://vault.example/%zz', 'path'],
  ];
  for (const [text, reason] of refused) {
    it(`refuses ${JSON.stringify(text)}: ${reason}`, () => assert.equal(reasonOf(text), reason));
  }

  it('reads every accepted address as the platform’s own parser does', () => {
    for (const [text] of accepted) {
      const result = validateBaseUrl(text);
      assert.ok(result.ok);
      const url = new URL(result.url);
      // The platform leaves out a port that is the scheme's own.
      assert.equal(url.origin, new URL(result.origin).origin);
      assert.equal(url.pathname.replace(/\/$/, ''), result.url.slice(result.origin.length));
    }
  });

  it('knows which addresses are on this machine', () => {
    const loopback = (text: string) => {
      const result = validateBaseUrl(text);
      return result.ok && result.loopback;
    };
    assert.equal(loopback('http://127.0.0.1:1'), true);
    assert.equal(loopback('https://localhost'), true);
    assert.equal(loopback('https://127.0.0.1.evil.example'), false);
  });
});

describe('encodeVaultID', () => {
  it('keeps characters with a meaning in paths inside the segment', () => {
    for (const id of ['a/b', 'a?b', 'a#b', 'a%b', 'a b', 'é', 'a;b', '...', 'a..b', 'v1.2', '~', '%zz']) {
      const result = encodeVaultID(id);
      assert.ok(result.ok, id);
      const url = new URL(`https://vault.example/v1/vaults/${result.segment}/query`);
      assert.equal(url.pathname.split('/').length, 5, id);
      assert.equal(decodeURIComponent(url.pathname.split('/')[3] ?? ''), id);
      assert.equal(url.search + url.hash, '');
    }
  });

  it('refuses what could climb out of the path, however often it is decoded', () => {
    for (const id of [
      '.',
      '..',
      '../x',
      'x/..',
      'a/../b',
      '..\\x',
      '%2e%2e',
      '%2E%2e/x',
      '%252e%252e',
      'a%2f..',
      '%25252e',
    ]) {
      assert.deepEqual(encodeVaultID(id), { ok: false, reason: 'dots' }, id);
    }
  });

  it('refuses empty, endless and unprintable IDs', () => {
    assert.deepEqual(encodeVaultID(''), { ok: false, reason: 'empty' });
    assert.deepEqual(encodeVaultID('  '), { ok: false, reason: 'empty' });
    assert.deepEqual(encodeVaultID('x'.repeat(257)), { ok: false, reason: 'too-long' });
    for (const id of ['a\0b', 'a\r\nb', '\ud800']) {
      assert.deepEqual(encodeVaultID(id), { ok: false, reason: 'control-character' });
    }
  });
});
