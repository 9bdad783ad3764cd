import assert from 'node:assert/strict';
import type { CodeLensProvider } from 'vscode';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { DocumentReader } from '../../../../src/extension/language/reading/reader.ts';
import { EventEmitter, providers } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerCodeLens } = await import('../../../../src/extension/language/providers/codeLens.ts');

describe('the lenses above statements', () => {
  it('are asked for again where the vault is another one: its rules are others', () => {
    const targets = new EventEmitter<void>();
    const deps = {
      settings: { onDidChange: () => ({ dispose: () => undefined }) },
      targets: { onDidChange: targets.event },
    };
    const registered = registerCodeLens(deps as unknown as Deps, {} as DocumentReader);
    const provider = providers.at(-1) as CodeLensProvider;
    let asked = 0;
    provider.onDidChangeCodeLenses?.(() => asked++);
    targets.fire();
    assert.equal(asked, 1);
    registered.dispose();
  });
});
