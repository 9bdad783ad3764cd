import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { AuditState } from '../../../../../../src/protocol/audit.ts';
import type { SavedLayout } from '../../../../../../src/protocol/columnLayout.ts';
import { afterTimer } from '../../../../../run/waiting.ts';
import { window } from '../../../fakeVscode.ts';
import { webviewsOf } from '../../../webviews.ts';
import { actionsOf, connectionOf, fakeService } from '../../fakeModel.ts';

const { AuditTableView } = await import('../../../../../../src/extension/audit/views/table/view.ts');

/** Whether the bar has a button that opens the table in a tab. */
const offersTab = (state: AuditState | undefined): boolean | undefined =>
  state?.buttons.find(({ id }) => id === 'vaultsql.audit.openTableInTab')?.visible;

/** A page of the audit table that the test plays: what it was told last, and what it says. */
function fakePage() {
  let say: (message: unknown) => void = () => undefined;
  let close: () => void = () => undefined;
  const told: AuditState[] = [];
  /** Answers to what it asked for as it started. */
  const first: AuditState[] = [];
  const shown: string[] = [];
  const searching: string[] = [];
  const webview = {
    html: '',
    cspSource: 'https://a.test',
    options: {},
    asWebviewUri: () => 'https://a.test/x',
    postMessage(message: {
      readonly method?: string;
      readonly params: AuditState;
      readonly result?: AuditState;
    }) {
      const { method, params, result } = message;
      if (result) first.push(result);
      else if (method === 'state') told.push(params);
      else if (method !== undefined) searching.push(method);
      return Promise.resolve(true);
    },
    onDidReceiveMessage(listener: (message: unknown) => void) {
      say = listener;
      return { dispose: () => undefined };
    },
  };
  const place = {
    webview,
    visible: true,
    onDidDispose: (listener: () => void) => {
      const before = close;
      close = () => {
        before();
        listener();
      };
    },
    dispose: () => close(),
  };
  return {
    panel: {
      ...place,
      show: () => shown.push('panel'),
    } as unknown as vscode.WebviewView,
    tab: {
      ...place,
      reveal: () => shown.push('tab'),
    } as unknown as vscode.WebviewPanel,
    told,
    first,
    start: () => say({ id: 1, method: 'ready', params: {} }),
    arrange: (layout: SavedLayout) => say({ method: 'columnLayout', params: { layout } }),
    widen: (width: number) => say({ method: 'panelWidth', params: { panel: 'facets', width } }),
    shown,
    searching,
    press: (id: string) => say({ method: 'button', params: { id } }),
  };
}

describe('the audit table in a tab', () => {
  afterEach(() => Reflect.deleteProperty(window, 'createWebviewPanel'));

  async function inTab() {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const [inPanel, inTab] = [fakePage(), fakePage()];
    Object.assign(window, { createWebviewPanel: () => inTab.tab });
    const withMore = {
      ...deps,
      webviews: webviewsOf(),
      context: { extensionUri: { path: '/' } },
      language: () => ({ maskLiterals: (text: string) => text }),
    };
    const table = new AuditTableView(withMore as unknown as Deps, model, actionsOf(model));
    table.connectWebview(inPanel.panel);
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: [] });
    await loading;
    await table.open('events');
    table.openTab();
    await afterTimer(5);
    return { table, inPanel, inTab };
  }

  it('leaves a sentence in the panel that says where it is', async () => {
    const { table, inPanel, inTab: tab } = await inTab();
    const { isInTab, rows, chips, facets, notice } = inPanel.told.at(-1) ?? {};
    assert.deepEqual([isInTab, rows, chips, facets], [true, [], [], []]);
    assert.equal(notice?.title, 'The audit table is open in a tab');
    assert.equal(tab.told.at(-1)?.isInTab, undefined);
    assert.equal(offersTab(tab.told.at(-1)), false);
    inPanel.press('showTab');
    await afterTimer(5);
    assert.deepEqual(tab.shown, ['tab']);
    assert.equal(table.revealTab(), true);
    table.dispose();
  });

  it('is searched in the tab, also when the key was pressed in the panel', async () => {
    const { table, inPanel, inTab: tab } = await inTab();
    for (const [where, reveals] of [
      [undefined, 1],
      ['panel', 2],
      ['tab', 2],
    ] as const) {
      table.focusSearchBox(where);
      assert.equal(tab.shown.length, reveals, `from ${where}`);
    }
    assert.deepEqual([tab.searching, inPanel.searching], [['find', 'find', 'find'], []]);
    table.dispose();
  });

  it('remembers the width of the values with counts and the columns for the next tab', async () => {
    const { table, inTab: tab } = await inTab();
    tab.widen(249);
    const layout = { key: 7, widths: {}, order: [1, 0], hidden: [2], pinned: [] };
    for (const hidden of [[], [2]]) tab.arrange({ ...layout, hidden });
    tab.tab.dispose();
    const next = fakePage();
    Object.assign(window, { createWebviewPanel: () => next.tab });
    table.openTab();
    next.start();
    await afterTimer(5);
    assert.deepEqual(next.first[0]?.panelWidths, { facets: 249 });
    assert.deepEqual(next.first[0]?.columnLayouts, [layout]);
    table.dispose();
  });

  it('is back in the panel by its button there, and when the tab is closed', async () => {
    for (const leave of [
      ({ inPanel }: Awaited<ReturnType<typeof inTab>>) => inPanel.press('showInPanel'),
      ({ inTab: { tab } }: Awaited<ReturnType<typeof inTab>>) => tab.dispose(),
    ]) {
      const both = await inTab();
      leave(both);
      await afterTimer(5);
      assert.equal(both.inPanel.told.at(-1)?.isInTab, undefined);
      assert.equal(offersTab(both.inPanel.told.at(-1)), true);
      assert.equal(both.table.revealTab(), false);
      both.table.dispose();
    }
  });
});

describe('what is odd about audit events', () => {
  it('is shown in a page that the editor creates after it was asked for, and in no later one', async () => {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const withMore = {
      ...deps,
      webviews: webviewsOf(),
      language: () => ({ maskLiterals: (text: string) => text }),
    };
    const table = new AuditTableView(withMore as unknown as Deps, model, actionsOf(model));
    const loading = model.requests.loadNewest();
    asked[0]?.answer({ events: [] });
    await loading;
    await table.showUnusualValues();
    for (const expected of [true, false]) {
      const page = fakePage();
      table.connectWebview(page.panel);
      page.start();
      await afterTimer(5);
      assert.deepEqual(
        page.first.map(({ opensUnusualValues }) => opensUnusualValues),
        [expected],
      );
    }
    table.dispose();
  });
});
