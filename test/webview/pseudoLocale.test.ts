import assert from 'node:assert/strict';
import type { AuditState } from '../../src/protocol/audit.ts';
import type { Notice, ResultsState } from '../../src/protocol/results.ts';
import { englishBundle } from '../architecture/sentences.ts';
import { pseudo, pseudoTexts } from '../run/pseudo.ts';
import { AuditFakeHost } from './auditHost.ts';
import { sample } from './auditPage.ts';
import { FakeHost } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import { drawn, type WebviewPage } from './harness.ts';
import { labelProblems } from './labels.ts';
import { columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

const sizes = [
  { width: 1400, height: 900 },
  { width: 1024, height: 700 },
];
const translations = pseudoTexts(englishBundle());
/** What a person reads there in the made-up language. */
const named = (text: string): string => {
  const translated = translations[text];
  assert.ok(translated, text);
  return translated;
};
/** The vault's own words, in no language. */
const ofVault = [
  ...columns.map(({ name }) => name),
  ...samplePage(0).flatMap((row) => row.map((cell) => cell.t)),
  'NULL',
  'local/customers',
];

async function check(view: WebviewPage, picture: string, data: readonly string[] = ofVault): Promise<void> {
  await drawn(view.page);
  await view.picture(`pseudo-${picture}-${view.page.viewportSize()?.width}`);
  assert.deepEqual(await labelProblems(view.page.locator('#root'), data), { cut: [], english: [] }, picture);
}

for (const size of sizes)
  describe(`results view in a longer language, ${size.width} × ${size.height}`, () => {
    const harness = harnessOfSuite('results', translations);
    let view: WebviewPage;
    let host: FakeHost;

    beforeEach(async () => {
      host = new FakeHost();
      host.tools = toolsOf(host);
      view = await harness.open({ connect: host.connect, ...size });
    });
    closeAfterEach(() => view);

    const rows: Partial<ResultsState> = {
      status: pseudo('Rows 1–25 · more available'),
      detail: pseudo('1 request'),
      request: { time: '120 ms', id: '0123456789abcdef0123456789abcdef' },
      target: { label: 'local/customers', environment: 'production' },
      can: { next: true, previous: true, first: true, cancel: true, showAudit: true, ...everything },
    };
    async function showRows(): Promise<void> {
      host.showRows(columns, samplePage(0), rows);
      await view.page.getByRole('grid', { name: named('Query results') }).waitFor();
    }

    it('has every label whole and translated', async () => {
      await showRows();
      await check(view, 'rows');
    });

    it('has them in an error, with its buttons', async () => {
      const notice: Notice = {
        title: pseudo('Not signed in'),
        text: pseudo('There is no access token for vault.example. Sign in, then try again.'),
        buttons: [{ id: 'retry', label: pseudo('Sign In') }],
      };
      host.send({ phase: 'error', rowCount: 0, columns: [], status: pseudo('Refused (401)'), notice });
      await view.page.getByRole('heading', { name: notice.title }).waitFor();
      await check(view, 'error');
    });

    it('has them in the menus of cells, columns and the request', async () => {
      await showRows();
      await view.page.getByText('120 ms', { exact: true }).click();
      await view.page.getByRole('menu').waitFor();
      await check(view, 'requestMenu');
      await view.page.keyboard.press('Escape');
      await view.page.getByRole('gridcell').nth(2).click({ button: 'right' });
      await view.page.getByRole('menu').waitFor();
      await check(view, 'cellMenu');
      await view.page.keyboard.press('Escape');
      await view.page.getByRole('columnheader').nth(2).click({ button: 'right' });
      await view.page.getByRole('menu').waitFor();
      await check(view, 'columnMenu');
    });

    it('has them in the find bar and beside the grid', async () => {
      await showRows();
      host.find(false);
      await view.page.getByRole('textbox', { name: named('Find in loaded rows') }).waitFor();
      await check(view, 'find');
      await view.page.keyboard.press('Escape');
      const pane = view.page.getByRole('region', { name: named('Details') });
      for (const [role, item] of [
        ['columnheader', 'Column statistics'],
        ['gridcell', 'Show record'],
      ] as const) {
        await view.page.getByRole(role).nth(2).click({ button: 'right' });
        await view.page.getByRole('menuitem', { name: named(item) }).click();
        await pane.getByRole('heading').first().waitFor();
        await check(view, item.replaceAll(' ', ''));
        await pane.getByRole('button', { name: named('Close details') }).click();
      }
    });
  });

for (const size of sizes)
  describe(`audit table in a longer language, ${size.width} × ${size.height}`, () => {
    const harness = harnessOfSuite('audit', translations);
    let view: WebviewPage;
    let host: AuditFakeHost;

    beforeEach(async () => {
      host = new AuditFakeHost(sample(200));
      const words: Partial<AuditState> = { status: pseudo('200 events loaded'), detail: '' };
      host.change = words;
      host.translate = pseudo;
      view = await harness.open({ connect: host.connect, ...size });
      await view.page.getByRole('grid', { name: named('Audit events') }).waitFor();
    });
    closeAfterEach(() => view);

    /** The zone of times, labels and values of facets, and titles of commands, which this host gives untranslated. */
    const facetWords = (): readonly string[] => {
      const { zone, facets } = host.state();
      return [
        zone.name,
        ...host.titles,
        ...facets.flatMap(({ label, values }) => [label, ...values.map((one) => one.label)]),
      ];
    };

    it('has every label whole and translated', async () => {
      await check(view, 'audit', facetWords());
    });

    it('has them in the facets, the menu and the details', async () => {
      await view.page.getByRole('button', { name: named('Filter by values') }).click();
      await check(view, 'facets', facetWords());
      await view.page.getByRole('gridcell').nth(2).click({ button: 'right' });
      await view.page.getByRole('menu').waitFor();
      await check(view, 'auditMenu', facetWords());
    });
  });
