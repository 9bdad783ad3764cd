import assert from 'node:assert/strict';
import { cleanForDisplay } from '../../../src/core/messages/oneLine.ts';
import { parseJsonTreeNodes } from '../../../src/webview/shared/jsonNodes.ts';
import type { TreeNode } from '../../../src/webview/shared/tree.ts';

const look = (nodes: readonly TreeNode[]): string[] =>
  nodes.map((node) => `${node.name}:${node.value?.k} ${node.value?.t}${node.children ? ' +' : ''}`);

describe('nodes of a JSON text', () => {
  it('keeps the order of keys and the digits of numbers', () => {
    const text = '{"b":1.10,"10":9007199254740993,"2":true,"__proto__":"x","e":"","n":null,"l":[1,2],"o":{}}';
    assert.deepEqual(look(parseJsonTreeNodes(text)), [
      'b:number 1.10',
      '10:number 9007199254740993',
      '2:boolean true',
      '__proto__:text x',
      'e:empty ',
      'n:null ',
      'l:object [2] +',
      'o:object {0} +',
    ]);
  });

  it('opens branches only when asked', async () => {
    const [branch] = parseJsonTreeNodes('{"a":{"b":[true]}}');
    const children = (await branch?.children?.()) ?? [];
    assert.deepEqual(look(children), ['b:object [1] +']);
    assert.deepEqual(look((await children[0]?.children?.()) ?? []), ['0:boolean true']);
  });

  it('draws names and texts as told, those of branches too', async () => {
    const [branch] = parseJsonTreeNodes(
      '{"a\\u202eb":{"\\u200bc":"one\\r\\ntwo\\u2066","n":1.10}}',
      cleanForDisplay,
    );
    assert.equal(branch?.name, 'a\ufffdb');
    const children = (await branch.children?.()) ?? [];
    assert.deepEqual(look(children), ['\ufffdc:text one two\ufffd', 'n:number 1.10']);
    assert.deepEqual(look(parseJsonTreeNodes('\ufeff{', cleanForDisplay)), [':text \ufffd{']);
  });

  it('shows what is no list or object whole', () => {
    for (const text of ['', 'plain', '12', '{"cut":', `${'['.repeat(2_000)}`]) {
      assert.deepEqual(look(parseJsonTreeNodes(text)), [`:text ${text}`]);
    }
  });
});
