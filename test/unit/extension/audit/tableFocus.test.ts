import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { AuditSource } from '../../../../src/extension/auditSource.ts';
import type { Deps } from '../../../../src/extension/deps.ts';
import { commands, Uri } from '../fakeVscode.ts';
import { connectionOf, fakeService } from './fakeSession.ts';
import '../withVscode.ts';

const { createAuditTableView } = await import('../../../../src/extension/auditTable/view.ts');

/** All that has been set in motion is done. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('the focus of the audit table', () => {
  const { executeCommand } = commands;
  afterEach(() => {
    commands.executeCommand = executeCommand;
  });

  function setUp() {
    const { session, asked, deps } = fakeService(connectionOf('a'));
    const withMore = {
      ...{ ...deps, context: { extensionUri: Uri.file('/') } },
      language: () => ({ maskLiterals: (text: string) => text }),
    };
    const source: AuditSource = { ...session, export: () => Promise.resolve(false) };
    const table = createAuditTableView(withMore as unknown as Deps, source);
    const focused: string[] = [];
    /** A webview; gives what presses its button. */
    const show = (name: string, how: 'show' | 'reveal'): (() => void) => {
      let said: (message: unknown) => void = () => undefined;
      const webview = {
        ...{ html: '', cspSource: 'https://a.test', options: {}, asWebviewUri: () => 'https://a.test/x' },
        postMessage: () => Promise.resolve(true),
        onDidReceiveMessage: (listener: (message: unknown) => void) => {
          said = listener;
          return { dispose: () => undefined };
        },
      };
      const place = { webview, onDidDispose: () => undefined, [how]: () => focused.push(name) };
      table.resolve(place as unknown as vscode.WebviewView);
      return () => said({ method: 'action', params: { action: 'addFilter' } });
    };
    return { session, asked, table, focused, show };
  }

  it('is where a filter was asked for as soon as the choosing is over, and not before', async () => {
    const { session, asked, table, focused, show } = setUp();
    let choose: () => void = () => undefined;
    commands.executeCommand = () =>
      new Promise((resolve) => {
        choose = () => resolve(undefined);
      });
    const presses = { panel: show('panel', 'show'), tab: show('tab', 'reveal') };
    for (const name of ['panel', 'tab'] as const) {
      presses[name]();
      await settled();
      assert.deepEqual(focused, []);
      choose();
      await settled();
      assert.deepEqual(focused.splice(0), [name]);
    }
    // What is then read may take long: the person is not called back from elsewhere.
    presses.panel();
    const reading = session.load();
    await settled();
    assert.deepEqual(focused, ['panel']);
    asked.at(-1)?.answer({});
    await reading;
    choose();
    await settled();
    assert.deepEqual(focused, ['panel']);
    table.dispose();
  });
});
