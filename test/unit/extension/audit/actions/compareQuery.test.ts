import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import * as fake from '../../fakeVscode.ts';
import '../../withVscode.ts';

const { compareEventQueryWithEditor } = await import(
  '../../../../../src/extension/audit/actions/eventActions.ts'
);

const tabOf = (path: string, scheme = 'file') =>
  new fake.TabInputText({ scheme, path, toString: () => `${scheme}:${path}` });

describe('comparing an audited query while the audit table hides the open files', () => {
  const { window } = fake;
  const { visibleTextEditors, tabGroups, showQuickPick } = window as Record<string, unknown>;
  after(() => Object.assign(window, { visibleTextEditors, tabGroups, showQuickPick }));

  /** Compares while these tabs are open. Returns what the query was compared with, what was listed, and what was said. */
  async function compare(...tabs: readonly object[]) {
    const compared: string[] = [];
    const listed: string[] = [];
    const said: string[] = [];
    Object.assign(window, {
      visibleTextEditors: [],
      tabGroups: { all: [{ tabs: tabs.map((input) => ({ input })) }] },
      showQuickPick: async (items: readonly { readonly label: string }[]) => {
        listed.push(...items.map(({ label }) => label));
        return items.at(-1);
      },
    });
    const documents = {
      findEventOf: () => undefined,
      compareQuery: async (_: unknown, { path }: { readonly path: string }) => compared.push(path) > 0,
    };
    await compareEventQueryWithEditor(toAuditEvent({ context: { changeID: 'c' } }), {
      documents,
      messages: { info: async (text: string) => void said.push(text) },
      origin: () => undefined,
    } as unknown as Parameters<typeof compareEventQueryWithEditor>[1]);
    return { compared, listed, said };
  }

  it('takes the only open file', async () => {
    const notes = tabOf('/w/notes.md');
    const event = tabOf('/e/12-19-07 query.vaultsql', 'vaultsql-audit');
    const { compared, listed, said } = await compare(notes, event, {}, tabOf('/w/a.vaultsql'));
    assert.deepEqual([compared, listed, said], [['/w/a.vaultsql'], [], []]);
  });

  it('asks with which of several, each of them once', async () => {
    const [a, b] = [tabOf('/w/a.vaultsql'), tabOf('/w/b.vaultsql')];
    const { compared, listed } = await compare(a, b, a);
    assert.deepEqual([compared, listed], [['/w/b.vaultsql'], ['w/a.vaultsql', 'w/b.vaultsql']]);
  });

  it('says that a file must be opened first if there is none', async () => {
    const { compared, said } = await compare(tabOf('/w/notes.md'));
    assert.deepEqual([compared, said], [[], ['First open the .vaultsql file to compare with.']]);
  });
});
