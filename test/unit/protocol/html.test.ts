import assert from 'node:assert/strict';
import { createWebviewHtml, escapeHtml } from '../../../src/protocol/html.ts';

const page = {
  title: 'Results',
  cspSource: 'https://*.example.test',
  nonce: '0123456789abcdef0123456789abcdef',
  script: 'https://file.example.test/results.js?a=1&b=2',
  styles: ['https://file.example.test/a.css'],
  lang: 'en',
};

describe('createWebviewHtml', () => {
  it('allows the one script and the styles, and nothing else', () => {
    const html = createWebviewHtml(page);
    const policy = /content="(default-src[^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src &#39;none&#39;; script-src &#39;nonce-0123/);
    assert.doesNotMatch(policy, /unsafe|connect-src|img-src|frame-src|\*(?!\.example)/);
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /<style|style=|javascript:| on[a-z]+=/);
  });

  it('escapes every attribute and text', () => {
    const hostile = '"><img src=x onerror=alert(1)>\'&';
    const html = createWebviewHtml({
      ...page,
      title: hostile,
      script: hostile,
      styles: [hostile],
      lang: hostile,
    });
    assert.doesNotMatch(html, /<img/);
    assert.equal(html.split(escapeHtml(hostile)).length - 1, 4);
    const translated = createWebviewHtml({ ...page, translations: { Export: hostile } });
    assert.doesNotMatch(translated, /<img/);
    assert.equal(translated.split(escapeHtml(JSON.stringify(hostile))).length - 1, 1);
  });

  it('refuses a nonce or a source that would widen the policy', () => {
    for (const nonce of ['', 'short', "x' 'unsafe-inline", '0123456789abcdef0123456789abcde"']) {
      assert.throws(() => createWebviewHtml({ ...page, nonce }), { name: 'RangeError', message: 'nonce' });
    }
    for (const cspSource of ['', "x; script-src 'unsafe-eval'", 'a"b', 'a<b']) {
      assert.throws(() => createWebviewHtml({ ...page, cspSource }), {
        name: 'RangeError',
        message: 'cspSource',
      });
    }
  });
});
