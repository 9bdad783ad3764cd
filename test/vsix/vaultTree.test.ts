import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { againMs, eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

const odd = ['odd "table" name', 'a.b', ' ', 'אבג', '\u202Eevil', 'x'.repeat(10_000)];

/** Takes a command of a row's menu; again where the menu did not take the click yet. */
async function chooseFromMenu({ page }: Editor, row: Locator, command: string): Promise<void> {
  await row.click({ button: 'right' });
  const entry = page.getByRole('menuitem', { name: command });
  await entry.waitFor();
  await eventually(`the end of the menu with ${command}`, async () => {
    if (await entry.isVisible()) await entry.click({ timeout: againMs }).catch(() => undefined);
    return !(await entry.isVisible());
  });
}

describe('the tree of vaults', () => {
  let editor: Editor;
  let vaultSql: VaultSql;

  before(async () => {
    editor = await openEditor({ name: 'tree', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
    const columns = Object.fromEntries(odd.map((name) => [name, {}]));
    const tables = {
      ...Object.fromEntries(odd.map((name) => [name, { columns }])),
      persons: { description: 'People', columns: { ssn: { type: 'social security number', masked: true } } },
    };
    await mkdir(join(editor.run.workspace, '.vaultsql'), { recursive: true });
    await writeFile(join(editor.run.workspace, '.vaultsql', 'schema.json'), JSON.stringify({ tables }));
  });
  closeAfterTests(() => editor);

  const item = (name: RegExp): Locator => editor.workbench.treeItem('Vaults', name);
  async function open(name: RegExp): Promise<void> {
    const row = item(name);
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) === 'false')
      await row.locator('.monaco-tl-twistie').click();
  }
  /** A button of a row, which is there under the mouse. */
  async function press(name: RegExp, button: string): Promise<void> {
    await item(name).hover();
    await item(name).getByRole('button', { name: button }).click();
  }
  const choose = (name: RegExp, command: string): Promise<void> =>
    chooseFromMenu(editor, item(name), command);

  it('has the tables that the schema file describes, whatever their names are', async () => {
    await vaultSql.startLocalVault();
    await open(/^local-vault/);
    await item(/^persons, table of vault local-vault/).waitFor();
    await item(/^odd "table" name, table/).waitFor();
    await item(/^x{300}…, table/).waitFor();
    await open(/^persons, table/);
    await item(/^ssn, column of table persons, masked, social security number/).waitFor();
  });

  it('learns from answers: columns, kinds of values, and what was redacted', async () => {
    await press(/^persons, table/, 'Show First Page of Table');
    await vaultSql.resultsSay(/Rows 1–25/);
    await item(/^email, column of table persons, .*redacted/).waitFor();
    await item(/^date_of_birth, column of table persons, date/).waitFor();
    // The rows below are drawn once they are visible.
    await item(/^date_of_birth, column/).hover();
    await editor.page.mouse.wheel(0, 110);
    await item(/^income, column of table persons, number/).waitFor();
    await item(/^address, column of table persons, nested/).waitFor();
    // No tab was opened for it.
    assert.equal(await editor.workbench.editorTab('table.vaultsql').count(), 0);
  });

  it('says where a name comes from', async () => {
    await item(/^ssn, column/).hover();
    await editor.page
      .getByRole('tooltip')
      .filter({ hasText: /From: results of this window, \.vaultsql\/schema\.json/ })
      .first()
      .waitFor();
  });

  it('makes a query of the columns', async () => {
    await press(/^persons, table/, 'New Query with Columns');
    const lines = editor.page.locator('.view-lines').last();
    await lines.filter({ hasText: /--.vault:.local\/local-vaultSELECT.*ssn,/ }).waitFor();
    await vaultSql.command('Run Query');
    await vaultSql.resultsSay(/Rows 1–25/);
  });

  it('counts rows and copies a name as a statement has it', async () => {
    await choose(/^persons, table/, 'Count Rows of Table');
    await (await vaultSql.resultsGrid())
      .getByText('10,000')
      .or((await vaultSql.resultsGrid()).getByText('10000'))
      .first()
      .waitFor();
    await choose(/^odd "table" name, table/, 'Copy Name');
    await eventually('the name', async () => {
      const text = await editor.page.evaluate(() => navigator.clipboard.readText());
      return text === '"odd ""table"" name"';
    });
  });

  it('drags a name into the editor', async () => {
    const line = editor.page.locator('.view-line').last();
    await item(/^ssn, column/).dragTo(line);
    await editor.page.locator('.view-lines').filter({ hasText: /ssn/ }).last().waitFor();
  });

  it('shows who read a table', async () => {
    await choose(/^persons, table/, 'Who Read This Table');
    const table = await editor.workbench.webview('Audit Table');
    const grid = table.getByRole('grid', { name: 'Who read what' });
    await grid.getByRole('gridcell', { name: 'persons' }).first().waitFor();
    await table.getByRole('button', { name: 'Remove filter vaultID', exact: true }).waitFor();
    const search = table.getByRole('combobox', { name: 'Ask about these events' });
    assert.equal(await search.inputValue(), 'persons');
  });

  it('finds what is closed, by keys alone', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Find Table or Column');
    await quickInput.opened('Find a vault, table, or column');
    await quickInput.choose(/card_number/, 'card num');
    const row = item(/^card_number, column of table credit_cards/);
    await row.waitFor();
    await row.and(editor.page.locator('.focused')).waitFor();
  });

  it('lists saved queries by vault, with the last run', async () => {
    const { workbench } = editor;
    await vaultSql.command('Focus on Saved Queries View');
    await workbench.openFile('persons.vaultsql');
    await vaultSql.runStatementAt(4);
    await workbench.treeItem('Saved Queries', /^local\/local-vault, 3 files$/).waitFor();
    await workbench.treeItem('Saved Queries', /^persons\.vaultsql, last run .*· 25 rows$/).waitFor();
  });
});

describe('vaults that only audit events show', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let server: Server;

  before(async () => {
    const event = (changeID: string, vaultID: string, content: string, actor = 'ann@example.test') => ({
      context: { changeID, actor },
      request: {
        vaultID,
        data: { content },
        httpInfo: { URI: `/v1/vaults/${vaultID}/query`, method: 'POST' },
        timestamp: '2026-01-01 00:00:00.000000000',
      },
      response: { code: 200 },
    });
    const long = "SELECT REDACTION(phone, 'REDACTED') FROM customer_support_interactions_2024";
    const events = [
      event('1', 'v1', 'SELECT name FROM persons'),
      event('2', 'v2', 'SELECT pan FROM cards'),
      event('3', 'v1', long, 'svc-customer-support-reporting-eu'),
      event('4', 'v1', long, 'alexandra.konstantinopoulos@example.test'),
    ];
    server = createServer((_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ event: events, nextOps: null }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const connection = {
      name: 'mine',
      environment: 'production',
      accountID: 'a1',
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      // Two of one name.
      vaults: [
        { id: 'v1', name: 'people' },
        { id: 'v3', name: 'people' },
      ],
      auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
    };
    const longNamed = {
      name: 'customer-data-platform-of-all-countries-eu-central-1',
      vaults: [],
      auth: { kind: 'token' },
    };
    editor = await openEditor({
      name: 'tree-audit',
      theme: 'light',
      env: { VAULTSQL_TEST_TOKEN: 'a-token' },
      settings: { 'vaultsql.connections': [connection, { ...connection, ...longNamed }] },
    });
    vaultSql = new VaultSql(editor.workbench);
  });
  closeAfterTests(() => editor);
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const item = (name: RegExp): Locator => editor.workbench.treeItem('Vaults', name);

  it('says in a side bar of 300 px that a connection is production, however long its name is', async () => {
    const { page } = editor;
    await editor.workbench.showContainer('Vault SQL');
    assert.equal((await page.locator('.part.sidebar').boundingBox())?.width, 300);
    const row = item(
      /^Connection customer-data-platform-of-all-countries-eu-central-1, production, signed out$/,
    );
    // Beside its buttons, which a selected row displays, a row has less space.
    await row.click();
    await row.getByRole('button', { name: 'Test Connection' }).waitFor();
    await row.getByRole('button', { name: 'Sign In' }).waitFor();
    const { lacking, text } = await row.locator('.monaco-icon-label-container').evaluate((label) => {
      const description = label.querySelector('.label-description')?.firstChild;
      const production = document.createRange();
      production.setStart(description ?? label, 0);
      production.setEnd(description ?? label, 'production'.length);
      return {
        lacking: production.getBoundingClientRect().right - label.getBoundingClientRect().right,
        text: production.toString(),
      };
    });
    assert.equal(text, 'production');
    assert.ok(lacking <= 0, `${lacking} px are lacking`);
  });

  it('expands a vault by click, Enter, Space, and arrows, and selects none by that', async () => {
    await editor.workbench.showContainer('Vault SQL');
    const row = item(/^people, vault of connection mine, v1$/);
    const [open, closed] = ['true', 'false'].map((is) =>
      row.and(editor.page.locator(`[aria-expanded="${is}"]`)),
    );
    await row.click();
    await open?.waitFor();
    for (const key of ['Enter', 'Space', 'Arrow']) {
      await editor.page.keyboard.press(key === 'Arrow' ? 'ArrowLeft' : key);
      await closed?.waitFor();
      await editor.page.keyboard.press(key === 'Arrow' ? 'ArrowRight' : key);
      await open?.waitFor();
    }
    await row.click();
    await closed?.waitFor();
    assert.equal(await item(/, selected( ·|$)/).count(), 0);
  });

  it('tells two vaults of one name apart, and selects the one that was meant', async () => {
    await item(/^people, vault of connection mine, v3$/).hover();
    await item(/^people, vault of connection mine, v3$/)
      .getByRole('button', { name: 'Select Vault' })
      .click();
    await item(/^people, vault of connection mine, selected · v3$/).waitFor();
    assert.equal(
      await item(/selected · v3$/)
        .getByRole('button', { name: 'Select Vault' })
        .count(),
      0,
    );
    await item(/^people, vault of connection mine, v1$/).waitFor();
    await editor.workbench
      .statusBarItem(/mine\/v3/)
      .or(item(/selected · v3/))
      .first()
      .waitFor();
  });

  it('has the tables that answered queries of the trail name, and its events', async () => {
    await chooseFromMenu(
      editor,
      item(/^people, vault of connection mine, v1$/),
      'Show Audit Events of Vault',
    );
    await vaultSql.auditSays(/since 1 Jan/).waitFor();
    await item(/^people, vault of connection mine, v1$/)
      .locator('.monaco-tl-twistie')
      .click();
    await item(/^persons, table of vault people/).waitFor();
    assert.equal(await item(/^cards, table/).count(), 0);
  });

  it('has rows of events in a side bar of 300 px whose level can be read, whatever the names are', async () => {
    const { page } = editor;
    assert.equal((await page.locator('.part.sidebar').boundingBox())?.width, 300);
    const rows = vaultSql.auditEvents.filter({ hasText: /^\d\d:\d\d/ });
    await rows.nth(3).waitFor();
    assert.equal(await rows.filter({ hasText: /…/ }).count(), 2);
    // The level begins the description, whose end may be cut off.
    const cut = await rows.locator('.monaco-icon-label-container').evaluateAll((labels) =>
      labels
        .filter((label) => {
          const text = label.querySelector('.label-description')?.firstChild;
          if (!text) return true;
          const level = document.createRange();
          level.setStart(text, 0);
          level.setEnd(text, (text.textContent ?? '').split(' ·')[0]?.length ?? 0);
          return level.getBoundingClientRect().right > label.getBoundingClientRect().right;
        })
        .map((label) => label.textContent),
    );
    assert.deepEqual(cut, []);
    const summary = page.locator('.monaco-icon-label-container', { hasText: /^4 events/ });
    assert.equal(await summary.textContent(), '4 eventssince 1 Jan · older may exist');
    assert.ok(await summary.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  });

  it('offers to add one that is not configured, and shows its tables then', async () => {
    const { quickInput } = editor.workbench;
    await chooseFromMenu(editor, item(/^v2, vault in audit events, not configured$/), 'Add Vault');
    await quickInput.opened(/^Edit mine: Vault name/);
    await quickInput.answer('cards of people');
    await item(/^cards of people, vault of connection mine, v2/)
      .locator('.monaco-tl-twistie')
      .click();
    await item(/^cards, table of vault cards of people/).waitFor();
  });
});
