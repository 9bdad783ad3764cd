import assert from 'node:assert/strict';
import { createMemoryDocuments } from '../../src/extension/platform/memoryDocuments.ts';
import { closeAll, eventually } from './editor.ts';

describe('documents in memory', () => {
  const documents = createMemoryDocuments('vaultsql-memory-test', 'no longer in memory');
  after(async () => {
    await closeAll();
    documents.dispose();
  });

  it('show the new text if the document of the same name is still open', async () => {
    await documents.open('/report.md', '', 'first', 'markdown');
    const again = await documents.open('/report.md', '', 'second', 'markdown');
    await eventually('the new text', () => again.getText() === 'second');
    assert.equal(again.languageId, 'markdown');
  });

  it('keep documents of the same name and different keys apart', async () => {
    const one = await documents.open('/report.md', 'one', '1', 'markdown');
    const two = await documents.open('/report.md', 'two', '2', 'markdown');
    assert.deepEqual([one.getText(), two.getText()], ['1', '2']);
  });
});
