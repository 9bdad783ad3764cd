import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { inputBoxes, progress } from '../fakeVscode.ts';
import '../withVscode.ts';

const { setPrompt, setStatusDetail, setValidationMessage, showInputBox, showProgress } = await import(
  '../../../../src/extension/platform/dialogs.ts'
);

/** What the editor takes for a link to a command. */
const link = '[Find your secret](command:workbench.action.terminal.sendSequence)';
const inert = '[Find your secret]\u200b(command:workbench.action.terminal.sendSequence)';

describe('text of others in dialogs', () => {
  it('contains no link in the title and the messages of progress', async () => {
    const result = await showProgress({ location: 15, title: `Signing in to ${link}` }, async (step) => {
      step.report({ message: link, increment: 1 });
      step.report({ increment: 2 });
      return 'done';
    });
    assert.equal(result, 'done');
    assert.deepEqual(progress.options.at(-1), { location: 15, title: `Signing in to ${inert}` });
    assert.deepEqual(progress.told.slice(-2), [{ message: inert, increment: 1 }, { increment: 2 }]);
  });

  it('contains no link in the prompt and the validation messages of an input box', async () => {
    let answer: string | vscode.InputBoxValidationMessage | undefined = link;
    await showInputBox({ title: link, prompt: link, validateInput: () => answer });
    const shown = inputBoxes.at(-1) as vscode.InputBoxOptions;
    assert.equal(shown.prompt, inert);
    assert.equal(shown.validateInput?.(''), inert);
    answer = { message: link, severity: 3 };
    assert.deepEqual(shown.validateInput?.(''), { message: inert, severity: 3 });
    answer = undefined;
    assert.equal(shown.validateInput?.(''), undefined);
  });

  it('contains no link in the prompt and the validation message that are set on an open box', () => {
    const box = {} as vscode.InputBox;
    setPrompt(box, link);
    assert.equal(box.prompt, inert);
    setPrompt(box, undefined);
    assert.equal(box.prompt, undefined);
    setValidationMessage(box, { message: link, severity: 3 });
    assert.deepEqual(box.validationMessage, { message: inert, severity: 3 });
    setValidationMessage(box, undefined);
    assert.equal(box.validationMessage, undefined);
  });

  it('contains no link in the detail of a language status item', () => {
    const item = {} as vscode.LanguageStatusItem;
    setStatusDetail(item, `sandbox/${link}`);
    assert.equal(item.detail, `sandbox/${inert}`);
  });
});
