import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonValue } from '../../src/core/service/json.ts';
import type { Deps } from '../../src/extension/app/deps.ts';
import type { ExportSource } from '../../src/extension/results/exportSource.ts';
import { exact, storeOf } from '../unit/core/results/loading/records.ts';
import { closeAll } from './editor.ts';

const { Comparisons } = createRequire(join(process.env.VAULTSQL_TEST_ROOT ?? '', 'dist', 'comparisons.cjs'))(
  './comparisons.cjs',
) as typeof import('../../src/extension/results/export/bundle.ts');

const vault = { id: 'v1', name: 'customers' };
const sourceOf = (
  records: readonly Readonly<Record<string, JsonValue | undefined>>[],
  isValueMasked: ExportSource['isValueMasked'] = () => false,
): ExportSource => ({
  rows: storeOf(records).snapshot(),
  isValueMasked,
  target: {
    vault,
    connection: {
      name: 'sandbox',
      environment: 'test',
      baseUrl: 'https://vault.example',
      accountID: 'a',
      vaults: [vault],
      auth: { kind: 'token' },
    },
  },
  statement: "SELECT id\nFROM persons WHERE name = 'x'",
  startedAt: Date.now(),
  isComplete: true,
  repeatedRows: 0,
  duplicatesInPage: false,
  rowsAfterEnd: 0,
  offsetIgnored: false,
});

describe('comparing two results', () => {
  const said: string[] = [];
  const note = async (text: string): Promise<void> => void said.push(text);
  const deps = { messages: { info: note }, timeZone: { current: () => 'utc' } } as unknown as Deps;
  const comparisons = new Comparisons(deps);
  after(async () => {
    await closeAll();
    comparisons.dispose();
  });

  const before = [
    { id: 1, name: 'Ada', note: null },
    { id: 2, name: 'Bob', income: exact('1.10') },
    { id: 3, name: 'Cy' },
    { id: 5, name: 'Eve' },
    { id: 5, name: 'Eve' },
  ];
  const now = [
    { id: 1, name: 'Ada', note: '' },
    { id: 2, name: '\u202eboB [x](command:y) $(x)\n', income: exact('1.1') },
    { id: 4, name: 'Dan' },
  ];

  it('says what came, went and changed, in a read-only document in memory', async () => {
    const answer = await comparisons.compareAndOpenReport(sourceOf(before), sourceOf(now), ['id']);
    assert.ok(answer.kind === 'done');
    const { uri, ...counts } = answer;
    assert.deepEqual(counts, { kind: 'done', added: 1, removed: 1, changed: 2, same: 0, unclear: 2 });
    assert.equal(uri.scheme, 'vaultsql-compare');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.toString(), uri.toString());
    assert.deepEqual([document?.languageId, document?.isDirty], ['plaintext', false]);
    const text = document?.getText() ?? '';
    for (const line of [
      'Two results compared by id',
      "  FROM persons WHERE name = 'x'",
      'Added: 1',
      '  id = 1',
      '    note: null → ""',
      '    name: "Bob" → "\\u202eboB [x](command:y) $(x)\\n"',
      '  id: 4, name: "Dan"',
      '  id: 3, name: "Cy"',
    ]) {
      assert.ok(text.split('\n').includes(line), `${line}\nin\n${text}`);
    }
    assert.match(text, /Not comparable: 2/);
    assert.match(text, /all 5 rows/);
  });

  it('shows nothing that is masked, but sees that it changed', async () => {
    const hides = (_: number, column: number): boolean => column === 1;
    const answer = await comparisons.compareAndOpenReport(sourceOf(before, hides), sourceOf(now, hides), [
      'id',
    ]);
    assert.ok(answer.kind === 'done' && answer.changed === 2);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /name: \[masked\] → \[masked\]/);
    assert.doesNotMatch(text, /Ada|Bob|boB|Cy|Dan|Eve/);
  });

  it('a long list is cut and says so', async () => {
    const many = sourceOf(Array.from({ length: 1200 }, (_, id) => ({ id })));
    const answer = await comparisons.compareAndOpenReport(sourceOf([{ id: -1 }]), many, ['id']);
    assert.ok(answer.kind === 'done' && answer.added === 1200);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /… and 700 more/);
    assert.ok(text.split('\n').length < 600);
  });

  it('results without rows or without a column in common are refused in a sentence', async () => {
    const none = await comparisons.compareAndOpenReport(sourceOf([]), sourceOf(now));
    assert.deepEqual([none.kind, said.pop()], ['refused', 'Both results must have rows.']);
    const apart = await comparisons.compareAndOpenReport(sourceOf([{ a: 1 }]), sourceOf([{ b: 1 }]));
    assert.equal(apart.kind, 'refused');
    assert.match(said.pop() ?? '', /no column in common/);
  });

  it('closes those of rows over audit events, of which more is masked now, and no other', async () => {
    const ofRows = await comparisons.compareAndOpenReport(sourceOf(before), sourceOf(now), ['id']);
    assert.ok(ofRows.kind === 'done');
    await vscode.window.showTextDocument(ofRows.uri, { preview: false });
    const ofEvents = await comparisons.compareAndOpenReport(
      { ...sourceOf(before), isFromEvents: true },
      sourceOf(now),
      ['id'],
    );
    assert.ok(ofEvents.kind === 'done');
    const isOpen = (uri: vscode.Uri): boolean =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .some(({ input }) => input instanceof vscode.TabInputText && `${input.uri}` === `${uri}`);
    assert.deepEqual([isOpen(ofRows.uri), isOpen(ofEvents.uri)], [true, true]);
    await comparisons.closeEventsComparisons();
    assert.deepEqual([isOpen(ofRows.uri), isOpen(ofEvents.uri)], [true, false]);
  });
});
