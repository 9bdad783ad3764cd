import assert from 'node:assert/strict';
import { connectionOf, fakeService, partsOf } from './fakeModel.ts';
import '../withVscode.ts';

const { createTrailCommands: trailCommands } = await import(
  '../../../../src/extension/audit/actions/trailActions.ts'
);
const vscode = await import('vscode');

/** What is handed on of a filter by an actor, and what is said to the person. */
async function handedOn(isMasked: boolean) {
  const { model, deps, asked } = fakeService(connectionOf('a'));
  const loading = model.requests.loadNewest({ 'context.actor': 'ann@x.test' });
  asked[0]?.answer({ events: [] });
  await loading;
  if (isMasked) model.masking.toggleActorMasking();
  const given: string[] = [];
  const said: string[] = [];
  const withMore = {
    ...deps,
    settings: {
      ...deps.settings,
      rawSavedFilters: () => ({}),
      writeSavedFilters: (all: unknown) => given.push(JSON.stringify(all)),
    },
    clipboard: { write: (text: string) => given.push(text) },
    messages: { info: (text: string) => said.push(text) },
  };
  Object.assign(vscode.window, {
    showInputBox: ({ prompt }: { readonly prompt: string }) => {
      said.push(prompt);
      return Promise.resolve('mine');
    },
  });
  const commands = trailCommands(partsOf({ model, deps }, withMore));
  for (const name of ['copyAsCurl', 'saveFilter'] as const) await commands[`vaultsql.audit.${name}`]?.();
  return { given, said };
}

describe('filters that are saved or handed on', () => {
  it('are as they are, and say so where something in them is masked', async () => {
    const { given, said } = await handedOn(true);
    assert.equal(given.length, 2);
    for (const text of given) assert.match(text, /ann(?:@|%40)x\.test/);
    assert.equal(said.length, 2);
    for (const text of said) {
      assert.match(text, /masked values/i);
      assert.doesNotMatch(text, /ann@/);
    }
  });

  it('say nothing of masks where there are none', async () => {
    for (const text of (await handedOn(false)).said) assert.doesNotMatch(text, /masked/);
  });
});
