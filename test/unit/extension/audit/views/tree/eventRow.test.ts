import assert from 'node:assert/strict';
import type { TreeItem } from 'vscode';
import { findQueryText } from '../../../../../../src/core/audit/feed/queryOf.ts';
import { noLocalFilters } from '../../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../../../src/core/audit/table/queryReads.ts';
import { summarizeRequest } from '../../../../../../src/core/audit/table/requestSummary.ts';
import { toAuditEvent } from '../../../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../../../src/core/service/json.ts';
import type { RowFacts } from '../../../../../../src/extension/audit/views/tree/eventRow.ts';
import { filtersOf } from '../../../../core/audit/questions.ts';
import { auditTreeOf, connectionOf, eventRowsOf, fakeService } from '../../fakeModel.ts';
import '../../../withVscode.ts';

const { eventRow } = await import('../../../../../../src/extension/audit/views/tree/eventRow.ts');
const { rowWidth, truncateMiddle } = await import('../../../../../../src/extension/platform/narrowText.ts');
const { createTreeOptions } = await import('../../../../../../src/extension/audit/views/tree/treeOptions.ts');

const URI = '/v1/vaults/v/query';
const read = (content: string, more: JsonObject = {}) => ({
  context: { actor: 'maria.lopez@local.test' },
  request: {
    timestamp: '2026-11-20 17:45:03.000000001',
    data: { content },
    httpInfo: { URI },
    actionType: 'READ',
  },
  response: { code: 200 },
  ...more,
});
const phone = "SELECT REDACTION(phone, 'MASKED') FROM persons WHERE city = 'Boston'";

/** The tree of these events, the last one first. */
async function treeOf(...events: readonly object[]) {
  const { model, asked } = fakeService(connectionOf('a'));
  const load = async (filters = {}): Promise<void> => {
    const loading = model.requests.loadNewest(filters);
    asked.at(-1)?.answer({ events: events.map((one) => toAuditEvent(one as JsonObject)) });
    await loading;
  };
  await load();
  const options = createTreeOptions(model.masking);
  const tree = auditTreeOf(model, options);
  const items = async (): Promise<TreeItem[]> => {
    tree.refresh();
    return Promise.all((await eventRowsOf(tree)).map((node) => tree.getTreeItem(node)));
  };
  return { model, options, load, items, tree };
}
const rowOf = async (...events: readonly object[]): Promise<string> => {
  const { items } = await treeOf(...events, { context: { actor: 'kofi@local.test' } });
  const [item] = await items();
  return `${item?.label} | ${item?.description} | ${item?.accessibilityInformation?.label}`;
};

describe('the row of an event', () => {
  const queries: readonly (readonly [query: string, row: string, sentence: string])[] = [
    [
      phone,
      '17:45 maria.lopez | masked · persons',
      '17:45, maria.lopez read phone masked from persons, succeeded',
    ],
    [
      'SELECT COUNT(*) FROM persons',
      '17:45 maria.lopez | count · persons',
      '17:45, maria.lopez counted rows of persons, succeeded',
    ],
    [
      "SELECT id, email, REDACTION(card_number, 'PLAIN_TEXT') FROM credit_cards",
      '17:45 maria.lopez | plain · credit_cards',
      '17:45, maria.lopez read card_number plain text, id, email from credit_cards, succeeded',
    ],
    [
      'SELECT id, name, city FROM persons',
      '17:45 maria.lopez | default · persons',
      '17:45, maria.lopez read id, name, city from persons, succeeded',
    ],
    [
      'SELECT * FROM a, b, c',
      '17:45 maria.lopez | default · a +2 · *',
      '17:45, maria.lopez read all columns from a, b, c, succeeded',
    ],
    ['not SQL', '17:45 maria.lopez | not parsed', '17:45, maria.lopez: query not parsed, succeeded'],
  ];
  for (const [query, row, sentence] of queries)
    it(query, async () => assert.equal(await rowOf(read(query)), `${row} | ${sentence}`));

  it('has columns where they fit in 300 px, else the first and how many others', async () => {
    const ada = { context: { actor: 'ada@local.test' } };
    assert.match(await rowOf(read(phone, ada)), /^17:45 ada \| masked · persons · phone \|/);
    const three = 'SELECT id, name, city FROM persons';
    assert.match(await rowOf(read(three, ada)), /^17:45 ada \| default · persons · id \+2 \|/);
    assert.match(await rowOf(read('SELECT COUNT(*) FROM persons', ada)), /^17:45 ada \| count · persons \|/);
    const many = `SELECT ${Array.from({ length: 12 }, (_, n) => `c${n}`).join()} FROM persons`;
    assert.match(await rowOf(read(many, ada)), /read c0, c1, .*, c8, 3 more from persons/);
  });

  it('shortens long names in the middle, so that the level and the table’s begin are seen in 300 px', async () => {
    const by = async (actor: string, query = phone) =>
      (await rowOf(read(query, { context: { actor } }))).split(' | ');
    const [label, beside, sentence] = await by('alexandra.konstantinopoulos@local.test');
    assert.deepEqual([label, beside], ['17:45 alexa…oulos', 'masked · persons']);
    assert.equal(sentence, '17:45, alexandra.konstantinopoulos read phone masked from persons, succeeded');
    const service = 'svc-customer-support-reporting-eu';
    const long = "SELECT REDACTION(phone, 'REDACTED') FROM customer_support_interactions_2024";
    const rows = await Promise.all([by(service), by(service, long), by('jo@local.test', long)]);
    assert.deepEqual(
      rows.map(([name, what]) => `${name} ${what}`),
      [
        '17:45 svc-c…ng-eu masked · persons',
        '17:45 svc-c…g-eu redacted · customer_support_interactions_2024',
        '17:45 jo redacted · customer_support_interactions_2024',
      ],
    );
  });

  it('keeps the ends by which long names differ, with one ellipsis, and lets the description give way', async () => {
    const partner = 'sa-job-nightly-reconciliation-of-partner-accounts-000';
    const actors = [`${partner}1`, `${partner}2`, 'alexandra.konstantinopoulos-lopez@local.test'];
    const long = 'SELECT id FROM customer_identification_documents_archive';
    const rows = await Promise.all(
      actors.map(async (actor) => (await rowOf(read(long, { context: { actor } }))).split(' | ')),
    );
    assert.deepEqual(
      rows.map(([label]) => label),
      ['17:45 sa-job…-0001', '17:45 sa-job…-0002', '17:45 alexan…lopez'],
    );
    const table = 'customer_identification_documents_archive';
    for (const [, beside, sentence] of rows) {
      assert.equal(beside, `default · ${table}`);
      assert.ok(
        actors.some((actor) => sentence?.startsWith(`17:45, ${actor.split('@')[0]} read id from ${table}`)),
      );
    }
    assert.equal(truncateMiddle('ab.cdefgh.ij', 6), 'ab…ij', 'no full stop beside the ellipsis');
  });

  it('gives the room of an actor that a filter names to a long table', async () => {
    const { model, items } = await treeOf(read('SELECT id FROM customer_support_interactions_2024'));
    model.filters.setLocalFilters(filtersOf('actor:maria.lopez@local.test'));
    const [item] = await items();
    assert.equal(`${item?.label} | ${item?.description}`, '17:45 customer…ns_2024 | default');
  });

  it('has the code only where the request failed', async () => {
    assert.equal(
      await rowOf(read(phone, { response: { code: 403, message: 'no' } })),
      '17:45 maria.lopez | 403 · persons | 17:45, maria.lopez read phone masked from persons, failed with 403',
    );
    const ada = { context: { actor: 'ada@local.test' }, response: { code: 404 } };
    assert.equal(
      await rowOf(read('SELECT COUNT(*) FROM persons', ada)),
      '17:45 ada | 404 · persons · count | 17:45, ada counted rows of persons, failed with 404',
    );
    assert.equal(
      await rowOf(read(phone, { response: {} })),
      '17:45 mar…pez | outcome unknown · persons | 17:45, maria.lopez read phone masked from persons, outcome unknown',
    );
    assert.equal(
      await rowOf({}),
      '– unkno…ctor | outcome unknown · – | –, unknown actor: –, outcome unknown',
    );
  });

  it('says what else was done: the log read, something changed', async () => {
    const log = { actionType: 'LIST', httpInfo: { URI: '/v1/audit/events' } };
    const base = read('');
    assert.match(
      await rowOf({ ...base, request: { ...base.request, ...log } }),
      /^17:45 maria\.lopez \| audit log \| 17:45, maria\.lopez read the audit log, succeeded$/,
    );
    const change = { actionType: 'UPDATE', resourceType: 'RECORD', httpInfo: { URI: '/v1/x' } };
    assert.match(
      await rowOf({ ...base, request: { ...base.request, ...change } }),
      /^17:45 maria.lopez \| UPDATE RECORD \| 17:45, maria\.lopez: UPDATE RECORD, succeeded$/,
    );
  });

  it('folds the pages of a query into one', async () => {
    const page = (offset: number) => ({
      ...read(`SELECT REDACTION(card_number, 'PLAIN_TEXT') FROM credit_cards LIMIT 25 OFFSET ${offset}`),
      context: { actor: 'maria.lopez@local.test', changeID: String(offset) },
    });
    assert.equal(
      await rowOf(page(25), page(0)),
      '17:45 maria.lopez | 2 pages · plain · credit_cards | ' +
        '17:45, maria.lopez read card_number plain text from credit_cards in 2 pages, succeeded',
    );
  });

  const pageAt = (offset: number, more: JsonObject = {}, actor = 'developer@b.test') => {
    const one = read(
      `SELECT REDACTION(card_number, 'PLAIN_TEXT') FROM credit_cards LIMIT 25 OFFSET ${offset}`,
      more,
    );
    const timestamp = `2026-11-20 17:45:03.${100 + ((offset / 25) % 900)}000000`;
    return {
      ...one,
      context: { actor, changeID: `${offset}` },
      request: { ...one.request, timestamp },
    };
  };
  function rowOfFacts(json: object, facts: Partial<RowFacts>) {
    const event = toAuditEvent(json as JsonObject);
    const summary = summarizeRequest(event, parseQueryReads(findQueryText(event) ?? ''));
    return eventRow(
      { event, summary, isQuery: true, ...facts },
      {
        time: (timestamp) => timestamp,
        nameOf: (actor) => actor,
        known: { actor: false, code: false, table: undefined },
      },
    );
  }
  async function foldOf(...events: readonly object[]) {
    const { tree } = await treeOf(...events);
    const [folded] = await eventRowsOf(tree);
    assert.ok(folded);
    const below = await Promise.all(
      ((await tree.getChildren(folded)) ?? []).map((node) => tree.getTreeItem(node)),
    );
    return { row: await tree.getTreeItem(folded), below };
  }

  it('has the number of pages in 300 px, before the level and the table', async () => {
    const { row } = await foldOf(...Array.from({ length: 50 }, (_, n) => pageAt((64 - n) * 25)));
    assert.equal(`${row.label} | ${row.description}`, '17:45 developer | 50 pages · plain · credit_cards');
    const more = { pages: 50, mayHaveMorePages: true };
    const rows = ['developer', 'sa-job-nightly-reconciliation-of-partner-accounts-0001'].map((actor) =>
      rowOfFacts(pageAt(0, {}, actor), more),
    );
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['17:45 developer', '17:45 sa-j…0001'],
    );
    for (const { label, description } of rows) {
      assert.equal(description, '50+ pages · plain · credit_cards');
      assert.ok(rowWidth(label, ' 50+ pages') <= 27.6);
    }
  });

  it('has the whole OFFSET, and the code of a failed page', async () => {
    const failed = { response: { code: 400, message: 'no' } };
    const { below } = await foldOf(pageAt(1_234_600), pageAt(1_234_575));
    assert.deepEqual(
      below.map(({ label, description }) => `${label} | ${description}`),
      ['OFFSET 1234600 | 17:45:03.884', 'OFFSET 1234575 | 17:45:03.883'],
    );
    assert.match(String(below[0]?.accessibilityInformation?.label), / card_number plain text /);
    const { label, description } = rowOfFacts(pageAt(1_234_575, failed), {
      isFolded: true,
      offset: 1_234_575,
    });
    assert.equal(`${label} | ${description}`, 'OFFSET 1234575 | 400 · 17:45:03.883');
  });

  it('begins with what tells the events of a fold apart: the OFFSET, then the time', async () => {
    const { below } = await foldOf(pageAt(25), pageAt(0));
    assert.deepEqual(
      below.map(({ label, description }) => `${label} | ${description}`),
      ['OFFSET 25 | 17:45:03.101', 'OFFSET 0 | 17:45:03.100'],
    );
    assert.match(
      String(below[0]?.accessibilityInformation?.label),
      /^17:45:03\.101, developer .*succeeded, OFFSET 25$/,
    );
    const marked = rowOfFacts(pageAt(25), {
      isFolded: true,
      offset: 25,
      mark: { note: '' },
      isConflicting: true,
    });
    assert.equal(marked.label, 'OFFSET 25 ★ ⚠');
  });

  it('has an icon by meaning', async () => {
    const request = { timestamp: '2026-11-20 17:45:03.000000001' };
    const log = { ...request, httpInfo: { URI: '/v1/audit/events' } };
    const { items } = await treeOf(
      read(phone),
      read("SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons"),
      read(phone, { response: { code: 403 } }),
      { request: log, response: { code: 200 } },
      { request: { ...request, actionType: 'DELETE' }, response: { code: 200 } },
      { request, response: { code: 200 } },
    );
    const icons = (await items()).map(({ iconPath }) => (iconPath as { id: string }).id);
    assert.deepEqual(icons, ['book', 'unlock', 'error', 'history', 'edit', 'circle-outline']);
  });

  it('does not repeat what a filter or a group says', async () => {
    const { model, options, load, items } = await treeOf(read(phone, { response: { code: 403 } }));
    const label = async () => (await items()).map((item) => `${item.label} | ${item.description}`);
    model.filters.setLocalFilters(filtersOf('actor:maria.lopez@local.test'));
    assert.deepEqual(await label(), ['17:45 persons | 403 · phone']);
    model.filters.setLocalFilters(filtersOf('status:403'));
    assert.deepEqual(await label(), ['17:45 maria.lopez | persons · phone']);
    model.filters.setLocalFilters(noLocalFilters);
    await load({ 'context.actor': 'maria.lopez@local.test', resourceIDs: 'TABLE/persons' });
    assert.deepEqual(await label(), ['17:45 | 403 · phone']);
    await load({ resourceIDs: 'TABLE/persons,TABLE/consents' });
    assert.deepEqual(await label(), ['17:45 maria.lopez | 403 · persons']);
    options.setGrouping('actor');
    assert.match((await label())[0] ?? '', /^Actor: maria.lopez@local.test/);
  });
});
