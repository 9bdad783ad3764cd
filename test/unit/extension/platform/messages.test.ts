import assert from 'node:assert/strict';
import { window } from '../fakeVscode.ts';
import '../withVscode.ts';

const { createMessages } = await import('../../../../src/extension/platform/messages.ts');

describe('a button of a message', () => {
  const defects: (readonly [button: string, error: unknown])[] = [];
  const messages = createMessages((button, error) => void defects.push([button, error]));
  beforeEach(() => {
    defects.length = 0;
    // The user presses the last button.
    const showInformationMessage = async (_text: string, ...labels: readonly string[]) => labels.at(-1);
    Object.assign(window, { showInformationMessage });
  });
  afterEach(() => Reflect.deleteProperty(window, 'showInformationMessage'));

  it('does its work alone', async () => {
    const pressed: string[] = [];
    const button = (label: string) => ({ label, run: () => void pressed.push(label) });
    await messages.info('Done.', button('Open'), button('Close'));
    assert.deepEqual([pressed, defects], [['Close'], []]);
  });

  it('that fails is reported by its label, whoever shows the message, and the message can be shown again', async () => {
    const failure = new Error('failed');
    for (const run of [() => Promise.reject(failure), () => assert.fail(failure)]) {
      await messages.info('Done.', { label: 'Open', run });
      assert.deepEqual(defects.splice(0), [['Open', failure]]);
    }
  });
});
