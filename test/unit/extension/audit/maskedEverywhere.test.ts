import assert from 'node:assert/strict';
import fc from 'fast-check';
import { eventTextChunks, type UnfinishedManifest } from '../../../../src/core/audit/file/auditExport.ts';
import { eventColumns } from '../../../../src/core/audit/file/eventColumns.ts';
import { maskReadsForDisplay } from '../../../../src/core/audit/masking/displayReads.ts';
import type { AuditQuery } from '../../../../src/core/audit/query/auditQuery.ts';
import { applyValueChoice } from '../../../../src/core/audit/query/editQuery.ts';
import { auditFields, fieldText, findAuditField } from '../../../../src/core/audit/table/fields.ts';
import { noLocalFilters } from '../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../src/core/audit/table/queryReads.ts';
import { toAuditEvent } from '../../../../src/core/service/decode.ts';
import type { JsonObject } from '../../../../src/core/service/json.ts';
import { parseJson } from '../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../src/core/service/types.ts';
import { maskLiterals } from '../../../../src/core/sql/analysis/maskLiterals.ts';
import { highlightSql } from '../../../../src/core/sql/editor/highlight.ts';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import type { AuditNode } from '../../../../src/extension/audit/views/tree/auditNode.ts';
import type { AuditState } from '../../../../src/protocol/audit.ts';
import { textOfChunks } from '../../allOf.ts';
import { textQuestion } from '../../core/audit/questions.ts';
import { createWhoReadWhat } from '../../core/audit/store/plainWhoReadWhat.ts';
import { actionsOf, auditTreeOf, connectionOf, fakeService, loadedOf, provenanceOf } from './fakeModel.ts';
import '../withVscode.ts';

const { createTreeOptions } = await import('../../../../src/extension/audit/views/tree/treeOptions.ts');
const { createController } = await import('../../../../src/extension/audit/views/table/controller.ts');
const { createReadersExport: exportedReaders } = await import(
  '../../../../src/extension/audit/whoReadWhat/exportedTable.ts'
);
/** Of no interest to what is tested here. */
const writers = {
  encode: (text: string) => Buffer.from(text),
  parquet: () => Promise.reject(new Error('not for these')),
};
const about = {} as UnfinishedManifest;

const query = (literal: string): string => `SELECT name FROM persons WHERE email = '${literal}'`;

/** Events of two actors whose addresses are in every field there is. */
function eventsOf(address: string, other: string): AuditEvent[] {
  const encoded = encodeURIComponent(address);
  return [address, other].map((actor, n) => {
    const value = `for ${address}`;
    const names = [
      'actorType',
      'accessType',
      'ipAddress',
      'authMode',
      'jwtID',
      'origin',
      'keyID',
      'sessionID',
    ];
    const parsed = parseJson(
      JSON.stringify({
        context: {
          ...Object.fromEntries(names.map((name) => [name, value])),
          actor,
          changeID: `${value} ${n}`,
          requestID: value,
          traceID: value,
          bearerTokenContextID: address,
        },
        request: {
          timestamp: n ? value : '2026-01-01 00:00:00.000000000',
          actionType: value,
          apiName: value,
          resourceType: value,
          vaultID: value,
          workspaceID: value,
          tags: [value],
          data: { content: n ? query(address) : `filterOps.context.actor=${encoded}` },
          httpInfo: { URI: n ? '/v1/vaults/v/query' : `/v1/audit/events?a=${encoded}`, method: value },
        },
        response: { code: 200, message: value, timestamp: value, data: { [value]: [address] } },
        accountID: value,
        parentAccountID: value,
        resourceIDs: [`USER/${address}`],
      }),
    );
    assert.ok(parsed.ok);
    return toAuditEvent(parsed.value as JsonObject);
  });
}

/** Everything that any view, copy or export of the events holds. */
async function allThatIsShown(address: string, other: string, literals: boolean) {
  const { model, asked, deps } = fakeService(connectionOf('a'));
  const { masking } = model;
  Object.assign(deps.settings, { isLiteralMaskingEnabled: () => literals });
  const loading = model.requests.loadNewest({ 'context.actor': address });
  asked[0]?.answer({ events: eventsOf(address, other) });
  await loading;
  masking.toggleActorMasking();
  const events = (await loadedOf(model)).map(({ event }) => event);
  const texts: string[] = [];

  const options = createTreeOptions(masking);
  const tree = auditTreeOf(model, options);
  const walk = async (node?: AuditNode): Promise<void> => {
    for (const child of (await tree.getChildren(node)) ?? []) {
      const item = await tree.getTreeItem(child);
      const { label, description, tooltip, accessibilityInformation } = item;
      texts.push(JSON.stringify([label, description, tooltip, accessibilityInformation]));
      await walk(child);
    }
  };
  for (const grouping of ['none', 'request', 'session', 'actor', 'vault'] as const) {
    options.setGrouping(grouping);
    tree.refresh();
    await walk();
  }

  let state: AuditState | undefined;
  const copied: string[] = [];
  const withMore = {
    ...deps,
    clipboard: { write: (text: string) => Promise.resolve(copied.push(text)) },
    language: () => ({ maskLiterals, highlightSql, readQuery: parseQueryReads }),
  } as unknown as Deps;
  const controller = createController(withMore, model, actionsOf(model), (now) => {
    state = now;
  });
  const [newest] = events;
  assert.ok(newest);
  const fields = auditFields.reduce<AuditQuery>(
    (query, { id }) => applyValueChoice(query, id, [fieldText(findAuditField(id), newest)], 'not'),
    [],
  );
  model.filters.setLocalFilters({ question: fields });
  texts.push(await provenanceOf(model, options));
  texts.push(JSON.stringify(await controller.open('events')));
  model.filters.setLocalFilters({ question: textQuestion(address) });
  texts.push(await provenanceOf(model, options));
  // The question bar displays the texts that the user searches for.
  texts.push(JSON.stringify({ ...(await controller.open('events')), text: '', searchedTexts: [] }));
  // A report has not.
  texts.push(JSON.stringify(await controller.host.chart({ rev: state?.rev ?? 0 })));
  model.filters.setLocalFilters(noLocalFilters);
  texts.push(JSON.stringify(await controller.open('events')));
  for (const row of events.keys()) {
    texts.push(JSON.stringify(await controller.host.detail({ rev: state?.rev ?? 0, row })));
  }
  const columns = auditFields.map((_, column) => column);
  const rev = state?.rev ?? 0;
  texts.push(JSON.stringify(await controller.host.findUnusualValues({ rev, fromRow: 0, toRow: 2 })));
  await controller.host.copy({ rev: state?.rev ?? 0, fromRow: 0, toRow: 2, columns });
  const facets = state?.facets ?? [];
  texts.push(JSON.stringify(await controller.open('readers')));
  const readers = state?.rows ?? [];
  texts.push(...copied);

  for (const format of ['ndjson', 'json', 'csv'] as const)
    texts.push(
      await textOfChunks(
        eventTextChunks(
          events.map((event) => ({ event: masking.maskEvent(event) })),
          format,
        ),
      ),
    );
  const builder = createWhoReadWhat(parseQueryReads);
  for (const [number, event] of events.entries()) builder.add(number, event);
  const exported = exportedReaders(builder.result());
  const { formats } = exported;
  assert.deepEqual(formats, ['csv', 'json', 'markdown']);
  for (const format of formats)
    texts.push(await textOfChunks(await exported.chunks(format, masking, about, writers)));
  for (const event of events) {
    const content = event.request.data?.content;
    const reads =
      content === undefined ? undefined : maskReadsForDisplay(parseQueryReads(content), masking.maskValue);
    const row = { event: masking.maskEvent(event), reads };
    texts.push(eventColumns.map(({ read }) => String(read(row))).join());
  }
  controller.dispose();
  return { texts, facets, readers, masking, options, model };
}

describe('with e-mail addresses masked', () => {
  it('no view, copy or export of the events holds one, literals masked or not', async () => {
    const local = fc.stringMatching(/^[a-z0-9._+'-]{2,8}$/);
    await fc.assert(
      fc.asyncProperty(local, fc.boolean(), async (name, literals) => {
        const address = `${name}@example.test`;
        const { texts } = await allThatIsShown(address, 'zed@example.test', literals);
        for (const text of texts) {
          assert.ok(!text.includes(address), text);
          assert.ok(!text.includes(encodeURIComponent(address)), text);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('an actor is called the same in tree, values with counts, chips and who read what', async () => {
    const { texts, facets, readers, options } = await allThatIsShown('ann@x.test', 'ada@x.test', true);
    const names = ['a•••@x.test', 'a•••(2)@x.test'];
    const labels = facets.find(({ id }) => id === 'actor')?.values.map(({ label }) => label);
    assert.deepEqual(labels?.toSorted(), names.toSorted());
    const [reader] = readers;
    assert.equal(reader?.[0]?.t, options.maskValue('actor', 'ada@x.test'));
    const tree = texts.filter((text) => text.startsWith('["Actor: '));
    for (const name of names)
      assert.ok(
        tree.some((text) => text.startsWith(`["Actor: ${name}"`)),
        name,
      );
    const chip = texts.find((text) => text.includes('"chips":[{'));
    const first = options.maskValue('actor', 'ann@x.test');
    assert.ok(names.includes(first));
    assert.ok(chip?.includes(`"label":"Actor: ${first}"`), chip);
  });
});

describe('with literals masked', () => {
  it('who read what shows none as a level of redaction, nor as a name', async () => {
    const { exported } = whoReadWhat([
      "SELECT REDACTION(ssn, 'LIT-123-45') FROM persons",
      "SELECT REDACTION(ssn, E'LIT1') FROM persons",
      'SELECT name FROM persons WHERE ssn = "LIT-22-3333"',
      'SELECT REDACTION(ssn, \'plain_text\'), "first name" FROM persons',
    ]);
    const text = await exported(true);
    assert.doesNotMatch(text, /LIT/i);
    assert.match(text, /plain text/);
    assert.match(text, /first name/);
    assert.match(await exported(false), /LIT-123-45/);
  });

  it('a chart for a report does not say what was searched for, which may be one', async () => {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    Object.assign(deps.settings, { isLiteralMaskingEnabled: () => true });
    const loading = model.requests.loadNewest({});
    asked[0]?.answer({ events: eventsOf('a@example.test', 'b@example.test') });
    await loading;
    const withMore = {
      ...deps,
      language: () => ({ maskLiterals, highlightSql, readQuery: parseQueryReads }),
    };
    let rev = 0;
    const controller = createController(withMore as unknown as Deps, model, actionsOf(model), (state) => {
      rev = state.rev;
    });
    model.filters.setLocalFilters({ question: textQuestion('LIT-123-45') });
    await controller.open('events');
    assert.doesNotMatch(JSON.stringify(await controller.host.chart({ rev })), /LIT-123-45/);
  });
});

/** The table of these queries as CSV, with literals masked or not. */
function whoReadWhat(queries: readonly string[]) {
  const builder = createWhoReadWhat(parseQueryReads);
  for (const [number, content] of queries.entries()) {
    const raw = {
      request: { data: { content }, httpInfo: { URI: '/v1/vaults/v/query' } },
    };
    builder.add(number, toAuditEvent(raw as unknown as JsonObject));
  }
  const found = builder.result();
  return {
    async exported(isMasking: boolean): Promise<string> {
      const { model, deps } = fakeService(connectionOf('a'));
      Object.assign(deps.settings, { isLiteralMaskingEnabled: () => isMasking });
      return textOfChunks(await exportedReaders(found).chunks('csv', model.masking, about, writers));
    },
  };
}
