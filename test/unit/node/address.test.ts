import assert from 'node:assert/strict';
import { validateBaseUrl } from '../../../src/core/service/client.ts';
import { isUsableAddress } from '../../../src/node/address.ts';

describe('addresses that the extension uses', () => {
  for (const address of [
    'https://256.256.256.256',
    'https://[:::]',
    'https://010.0.0.1',
    'https://2130706433',
    'https://1.2.3',
  ]) {
    it(`refuses ${address}, which a URL parser reads otherwise or not at all`, () => {
      assert.equal(isUsableAddress(address), false);
    });
  }
  for (const address of [
    'https://vault.example:443/',
    'http://127.0.0.1:80',
    'https://vault.example/api',
    'http://[::1]:8080',
  ]) {
    it(`takes ${address}, with the origin that tokens are kept for`, () => {
      const valid = validateBaseUrl(address);
      assert.ok(valid.ok && isUsableAddress(address));
      assert.equal(valid.origin, new URL(address).origin);
    });
  }
});
