import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Uri, window } from '../fakeVscode.ts';
import '../withVscode.ts';

const { createLog } = await import('../../../../src/extension/platform/log.ts');
const { Webviews } = await import('../../../../src/extension/platform/webview.ts');

/** Number of messages that a page sends. */
const MESSAGES = 20_000;
/** Maximum number of characters that the messages of one second may write to the log. */
const MAX_WRITTEN = 1_000_000;

/** The messages of a page that report a failure of its own, each with another name and another method. */
const failures = (count: number): unknown => ({
  method: 'failed',
  params: { method: `method ${count}`, name: `Error ${count}`, places: '    at x'.repeat(400) },
});

const malformed: Readonly<Record<string, (count: number) => unknown>> = {
  'of methods that there are not': (count) => ({ method: `method ${count}`, params: count }),
  'with parameters of another shape': (count) => ({ method: 'failed', params: { method: count } }),
  'that report failures of any name': failures,
};

describe('the log, while a page sends malformed messages', () => {
  const before_ = { ...window };
  let lines: string[] = [];

  before(() => {
    const write = (line: string): void => void lines.push(line);
    Object.assign(window, {
      createOutputChannel: () => ({ error: write, warn: write, info: write, dispose: () => undefined }),
    });
  });
  beforeEach(() => {
    lines = [];
  });
  after(() => {
    Object.assign(window, before_);
  });

  for (const [name, messageOf] of Object.entries(malformed))
    it(`stays small: ${MESSAGES} messages ${name}`, async () => {
      const log = createLog();
      const webviews = new Webviews(Uri.file('/') as unknown as vscode.Uri, (what, failure) =>
        log.failure(what, failure),
      );
      let send: (message: unknown) => void = () => assert.fail('no listener');
      const webview = {
        cspSource: 'csp',
        asWebviewUri: (uri: unknown) => uri,
        onDidReceiveMessage(listener: typeof send) {
          send = listener;
          return { dispose: () => undefined };
        },
      };
      const assets = { script: 'x.js', styles: [], roots: [] };
      const rpc = webviews.attach({ webview, viewType: 'x' } as never, assets, 'Page', {});
      for (let count = 0; count < MESSAGES; count++) send(messageOf(count));
      await new Promise(setImmediate);
      const written = lines.join('\n').length;
      assert.ok(lines.length > 0);
      assert.ok(written < MAX_WRITTEN, `${written} characters in ${lines.length} lines`);
      rpc.dispose();
      log.dispose();
    });
});
