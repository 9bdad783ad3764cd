import assert from 'node:assert/strict';
import { readVaultDirective } from '../../../../src/core/sql/execution/target.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { EventEmitter, window } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerStatusBar } = await import('../../../../src/extension/connections/statusBar.ts');

describe('the status bar of a file that names a vault which is not there', () => {
  const { createStatusBarItem, activeTextEditor } = window as Record<string, unknown>;
  after(() => Object.assign(window, { createStatusBarItem, activeTextEditor }));

  /** Text and command. */
  function shownFor(text: string, localVault: string): readonly unknown[] {
    const item = {
      text: '',
      command: '',
      show: () => undefined,
      hide: () => undefined,
      dispose: () => undefined,
    };
    const never = new EventEmitter<never>().event;
    Object.assign(window, {
      createStatusBarItem: () => item,
      activeTextEditor: { document: { languageId: 'vaultsql', getText: () => text } },
      onDidChangeActiveTextEditor: never,
    });
    const targets = {
      find: () => undefined,
      current: () => undefined,
      getLocalVaultState: () => ({ kind: localVault }),
      onDidChange: never,
    };
    registerStatusBar({
      targets,
      language: () => ({ readVaultDirective }),
    } as unknown as Deps).dispose();
    return [item.text, item.command];
  }

  it('starts the local vault where that is all that is missing', () => {
    const text = '-- vault: local/local-vault\nSELECT id FROM persons';
    const start = ['$(warning) Local vault not running', 'vaultsql.localVault.start'];
    assert.deepEqual([shownFor(text, 'stopped'), shownFor(text, 'failed')], [start, start]);
    const select = 'vaultsql.query.selectVault';
    assert.deepEqual(shownFor(text, 'starting'), ['$(database) local/local-vault', select]);
    assert.deepEqual(shownFor(text, 'running'), ['$(warning) Unknown vault', select]);
    assert.deepEqual(shownFor('-- vault: shop/v1', 'stopped'), ['$(warning) Unknown vault', select]);
  });
});
