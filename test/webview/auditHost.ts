/** A host of the audit table over events in memory, on the product's own core; runs in this process or in a page. */

import { drawHistogramChart } from '../../src/core/audit/charts/histogramChart.ts';
import { formatShortTimestamp } from '../../src/core/audit/feed/timestamps.ts';
import { utc } from '../../src/core/audit/feed/zones.ts';
import type { AuditQuery } from '../../src/core/audit/query/auditQuery.ts';
import { findCompletablePartAt } from '../../src/core/audit/query/completeQuery.ts';
import { applyValueChoice, createTimeTerms, withTimeTerms } from '../../src/core/audit/query/editQuery.ts';
import { parseQuestion } from '../../src/core/audit/query/parseQuery.ts';
import { printQuery } from '../../src/core/audit/query/printQuery.ts';
import { resolveFilters } from '../../src/core/audit/query/resolveQuery.ts';
import { selectServerTerms } from '../../src/core/audit/query/serverTerms.ts';
import { findUnusualInRows } from '../../src/core/audit/store/aggregates/unusualRows.ts';
import { listSeenValues } from '../../src/core/audit/store/counts/seenValues.ts';
import { allFacetValues, searchFacets } from '../../src/core/audit/table/facetSearch.ts';
import { fieldGroups } from '../../src/core/audit/table/fieldGroups.ts';
import {
  auditFields,
  type FieldID,
  findAuditField,
  jsonValueToText,
} from '../../src/core/audit/table/fields.ts';
import type { Facet } from '../../src/core/audit/table/filter.ts';
import { classifyOutcome } from '../../src/core/audit/table/outcome.ts';
import { isNewestFirst, newestFirst } from '../../src/core/audit/table/trail.ts';
import type { UnusualValue } from '../../src/core/audit/unusual/significance.ts';
import { cleanForDisplay } from '../../src/core/messages/oneLine.ts';
import { toAuditEvent } from '../../src/core/service/decode.ts';
import { type JsonObject, type JsonValue, stringifyJson } from '../../src/core/service/json.ts';
import type { AuditEvent } from '../../src/core/service/types.ts';
import { highlightSql } from '../../src/core/sql/editor/highlight.ts';
import type {
  ActiveRow,
  AuditButton,
  AuditChip,
  AuditHost,
  AuditState,
  AuditViewMethods,
  QuestionCompletions,
} from '../../src/protocol/audit.ts';
import { auditHostGuards } from '../../src/protocol/auditGuards.ts';
import type { Cell } from '../../src/protocol/results.ts';
import { createRpc, type Handlers, type Port, type Rpc } from '../../src/protocol/rpc.ts';
import { guardHandlers } from '../../src/protocol/validate.ts';
import { noContext } from '../unit/core/audit/questions.ts';
import { EventTable } from '../unit/core/audit/table/eventTable.ts';
import { auditBar } from './auditBar.ts';

export const eventOf = (json: string): AuditEvent => toAuditEvent(JSON.parse(json) as JsonObject);

const months = [...'JFMAMJJASOND'].map((first) => `${first}xx`);
const dateOf = (day: string, hasYear: boolean): string =>
  `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}${hasYear ? ` ${day.slice(0, 4)}` : ''}`;
/** As the product's own host has them. */
const widths: Partial<Record<FieldID, 'rest' | 'yields'>> = {
  content: 'rest',
  actor: 'yields',
  ipAddress: 'yields',
};

const cellOf = (value: JsonValue | undefined, id: FieldID): Cell => {
  const read = jsonValueToText(value);
  const text = id === 'time' && read ? formatShortTimestamp(read, dateOf, 2026) : read;
  if (text === undefined) return { k: 'absent', t: '' };
  if (text === '') return { k: 'empty', t: '' };
  if (id === 'code' && classifyOutcome(text) === 'failed') return { k: 'number', t: text, failed: true };
  const k = typeof value === 'number' ? 'number' : typeof value === 'object' ? 'object' : 'text';
  return text.length > 256 ? { k, t: text.slice(0, 256), cut: true } : { k, t: text };
};

const valueButtons: readonly AuditButton[] = [
  { id: 'vaultsql.audit.onlyThis', label: 'Only This Value (Loaded Events)', place: '1_value@1' },
  { id: 'vaultsql.audit.notThis', label: 'Exclude This Value (Loaded Events)', place: '1_value@2' },
];

const noTurns = { turn: () => Promise.resolve(), isStopped: () => false };

export class AuditFakeHost {
  readonly calls: { readonly method: string; readonly params: unknown }[] = [];
  readonly table: EventTable;
  /** What is changed of the state on its way. */
  change: Partial<AuditState> = {};
  /** Translates the labels of the buttons in the bar, which the product's own host sends in the user's language. */
  translate: (text: string) => string = (text) => text;
  /** Of the rows that are marked the notes. */
  marks: ReadonlyMap<number, string> = new Map();
  serviceChips: readonly AuditChip[] = [];
  /** Whether the host copies what it is asked to copy. */
  isCopied = true;
  /** Before it answers the first question. */
  isReady: Promise<void> = Promise.resolve();
  /** What it waits for before it says what a menu offers; where that fails, it refuses. */
  isMenuReady: Promise<void> = Promise.resolve();
  /** What the answer to a question waits for. */
  isQuestionRead: Promise<void> = Promise.resolve();
  #fitting = 40;
  #activeRow: ActiveRow | undefined;
  #facetSearch = '';
  #facets: readonly Facet[] = [];
  #question: AuditQuery = [];
  #rev = 0;
  #dataRev = 0;
  #formatRev = 0;
  #odd: readonly UnusualValue[] = [];
  #rows: unknown;
  #marks: unknown = this.marks;
  #rpc: Rpc<AuditViewMethods> | undefined;

  constructor(events: readonly AuditEvent[] | EventTable = []) {
    this.table = events instanceof EventTable ? events : new EventTable(events);
  }

  /** Joins the host to a page's port. */
  readonly connect = (port: Port): void => {
    this.#rpc = createRpc<AuditViewMethods>(
      port,
      guardHandlers(auditHostGuards, this.#handlers()),
      () => undefined,
    );
  };
  called(method: string): unknown[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.params);
  }
  /** Sends what is to be shown now. */
  send(change: Partial<AuditState> = this.change): void {
    this.change = change;
    this.#rpc?.notify('state', this.state());
  }

  state(): AuditState {
    const { table } = this;
    const { rows, facets: all, histogram } = table.view();
    const facets = this.#facetSearch
      ? searchFacets(all, {
          text: this.#facetSearch,
          limits: new Map(),
          getDisplayText: (_field, value) => value ?? '(none)',
        })
      : all;
    this.#facets = facets;
    const keepsPosition = rows === this.#rows && this.marks !== this.#marks;
    if (rows !== this.#rows || keepsPosition) this.#dataRev++;
    if (this.marks !== this.#marks) this.#formatRev++;
    this.#rows = rows;
    this.#marks = this.marks;
    const { range } = table.filters;
    const count = table.loaded.size;
    const state: Omit<AuditState, 'buttons'> = {
      rev: ++this.#rev,
      dataRev: this.#dataRev,
      formatRev: this.#formatRev,
      keepsPosition,
      mode: 'events',
      text: printQuery(this.#question),
      ...(this.#question.length > 0
        ? { askServer: `1 request: ${printQuery(selectServerTerms(this.#question).terms)}` }
        : {}),
      searchedTexts: this.#question.flatMap((term) => (term.kind === 'text' ? [term.text] : [])),
      phase: count > 0 ? 'events' : 'none',
      columns: [
        ...auditFields.map(({ id, shown, numeric, values, identifier }) => ({
          name: id,
          numeric: numeric === true,
          visible: shown === true,
          sortable: values === 'few' || id === 'time',
          shortensMiddle: identifier === true,
          ...(widths[id] ? { width: widths[id] } : {}),
        })),
        {
          name: 'note',
          numeric: false,
          visible: [...this.marks.values()].some((note) => note !== ''),
          sortable: false,
          width: 'yields',
        },
      ],
      marks: { column: auditFields.length, count: this.marks.size, only: false },
      rowCount: rows.length,
      rows: this.#cells(0, this.#fitting),
      order: {
        sorts: table.sorts.map(({ field, descending }) => ({
          column: auditFields.findIndex(({ id }) => id === field),
          descending,
        })),
        isOriginalOrder: isNewestFirst(table.sorts),
      },
      status: `${count} events loaded, filtered here to ${rows.length}; the service may have older ones`,
      detail: '',
      zone: utc,
      chips: this.serviceChips,
      ...(range ? { range: 'some of the time' } : {}),
      facets: facets.map(({ field, values, more }) => ({
        id: field,
        label: field,
        more,
        values: values.map(({ value, ...rest }) => ({ ...rest, label: value ?? '(none)' })),
      })),
      facetSearch: this.#facetSearch,
      ...(histogram ? { histogram: { ...histogram, ...(range ? { selectedRange: range } : {}) } } : {}),
      ...(range === undefined ? {} : { cover: 'about 12 requests' }),
      ...this.change,
    };
    const buttons = auditBar(state).map(({ label, text, ...button }) => ({
      ...button,
      label: this.translate(label),
      ...(text === undefined ? {} : { text: this.translate(text) }),
    }));
    return { ...state, buttons: this.change.buttons ?? buttons };
  }

  #cells(from: number, to: number): Cell[][] {
    const end = Math.min(to, this.table.view().rows.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, offset) => {
      const event = this.table.event(from + offset);
      const note = this.marks.get(from + offset);
      const marked: Cell =
        note === undefined ? { k: 'text', t: '' } : { k: 'text', t: cleanForDisplay(note), marked: true };
      return [...auditFields.map(({ id, read }) => cellOf(event && read(event), id)), marked];
    });
  }
  /** Marks rows with a note, or takes their marks away. */
  #mark(from: number, to: number, note: string | undefined): void {
    const marks = new Map(this.marks);
    for (let row = from; row < to; row++) {
      if (note === undefined) marks.delete(row);
      else marks.set(row, note);
    }
    this.marks = marks;
    this.send();
  }
  /** The titles of the commands that the menus and the details of the first event have. */
  get titles(): readonly string[] {
    return [...valueButtons, ...this.#buttonsOf(0)].map(({ label }) => label);
  }
  /** A part of what the product's own host offers for an event. */
  #buttonsOf(row: number): readonly AuditButton[] {
    const [mark, unmark] = [
      { id: 'vaultsql.audit.mark', label: 'Mark Event', place: '2_mark@1', icon: 'star-empty' },
      { id: 'vaultsql.audit.unmark', label: 'Remove Mark', place: '2_mark@1', icon: 'star-full' },
    ];
    const name = this.marks.get(row) ? 'Edit Note…' : 'Add Note…';
    return [
      { id: 'vaultsql.audit.openEvent', label: 'Open Audit Event', place: '1_open@1' },
      this.marks.has(row) ? unmark : mark,
      { id: `vaultsql.audit.${this.marks.get(row) ? 'edit' : 'add'}Note`, label: name, place: '2_mark@2' },
    ];
  }
  /** Suggests three names of fields, and the actors with the most events. */
  complete(text: string, offset: number): QuestionCompletions {
    const part = findCompletablePartAt(text, offset);
    if (!part) return { from: offset, to: offset, items: [] };
    const actors = listSeenValues(this.table.loaded.columns, 'actor');
    const all =
      part.name === undefined
        ? ['actor:', 'access:', 'action:'].map((name) => ({ text: name, label: name, detail: '' }))
        : actors.map(({ value = '', count }) => ({ text: `${value} `, label: value, detail: `${count}` }));
    return {
      from: part.from,
      to: part.to,
      items: all.filter(({ label }) => label.startsWith(part.typedBeforeCursor)),
    };
  }
  /** Filters the events by a question, as one that was typed. */
  ask(question: AuditQuery): void {
    this.#question = question;
    this.table.setFilters(resolveFilters({ question }, { ...noContext, now: Date.now() }));
    this.send();
  }

  #handlers(): Handlers<AuditHost> {
    const note = (method: string) => (params: unknown) => {
      this.calls.push({ method, params });
    };
    return {
      ready: async () => {
        await this.isReady;
        const activeRow = this.#activeRow;
        return { ...this.state(), ...(activeRow ? { activeRow } : {}) };
      },
      fetchRows: (params) => {
        note('fetchRows')(params);
        const { rev, seq, from, to } = params;
        return { rev, seq, from, rows: this.#cells(from, to) };
      },
      detail: (params) => {
        note('detail')(params);
        const event = this.table.event(params.row);
        return {
          title: event?.context.actor ?? '',
          subtitle: event?.request.timestamp ?? '',
          code: highlightSql(event?.request.data?.content ?? ''),
          groups: fieldGroups.map(([label, fields]) => ({
            label,
            rows: fields.flatMap((id) => {
              const text = jsonValueToText(event && findAuditField(id)?.read(event));
              return text === undefined
                ? []
                : [{ label: id, text: cleanForDisplay(text), failed: text === '400' }];
            }),
          })),
          json: stringifyJson(event?.raw ?? null),
          ...(this.marks.has(params.row) ? { note: this.marks.get(params.row) ?? '' } : {}),
          buttons: this.#buttonsOf(params.row),
        };
      },
      menu: async (params) => {
        note('menu')(params);
        await this.isMenuReady;
        const ofValue = params.column < auditFields.length ? valueButtons : [];
        return [...ofValue, ...this.#buttonsOf(params.row)];
      },
      activate: (params) => {
        note('activate')(params);
        const mark = (text: string | undefined): void => this.#mark(params.row, params.row + 1, text);
        if (params.id === 'vaultsql.audit.mark') mark('');
        if (params.id === 'vaultsql.audit.unmark') mark(undefined);
        if (/Note$/.test(params.id)) mark('Asked Maria.\nIt was a test.');
      },
      mark: (params) => {
        note('mark')(params);
        const { fromRow, toRow, marked } = params;
        const rows = Array.from({ length: toRow - fromRow }, (_, at) => fromRow + at);
        const isMarked = marked ?? rows.some((row) => !this.marks.has(row));
        this.#mark(fromRow, toRow, isMarked ? '' : undefined);
        return { done: isMarked ? 'marked' : 'unmarked', count: rows.length };
      },
      expand: note('expand'),
      note: (params) => {
        note('note')(params);
        this.#mark(params.row, params.row + 1, 'from the box');
      },
      chart: () => {
        const state = this.state();
        return drawHistogramChart(state.histogram ?? { edges: [], bins: [] }, {
          title: 'Events by time',
          outcomes: ['Succeeded', 'Failed', 'Unknown'],
          outsideLabel: 'Left out',
          time: (ms) => new Date(ms).toISOString(),
          provenance: [state.status],
        });
      },
      saveChart: note('saveChart'),
      findUnusualValues: async (params) => {
        note('findUnusualValues')(params);
        const { loaded, filters } = this.table;
        const rows = this.table.view().rows.subarray(params.fromRow, params.toRow);
        const found = await findUnusualInRows(loaded.columns, { rows, size: loaded.size, filters }, noTurns);
        this.#odd = found?.values ?? [];
        const { here: n = 0, rest: others = 0 } = found?.sizes ?? {};
        return {
          id: 1,
          lead: `Compared: ${n} · other events: ${others}`,
          text: this.#odd.length > 0 ? 'More frequent in these events:' : 'No value is more frequent.',
          values: this.#odd.map(({ field, value, here, rest }) => ({
            field,
            label: value ?? '(none)',
            here: (100 * here) / n,
            rest: (100 * rest) / others,
            hereText: `${Math.round((100 * here) / n)}% (${here})`,
            restText: `${Math.round((100 * rest) / others)}% (${rest})`,
          })),
        };
      },
      filterByUnusualValue: (params) => {
        note('filterByUnusualValue')(params);
        const one = this.#odd[params.index];
        if (one) this.ask(applyValueChoice(this.#question, one.field, [one.value], 'only'));
      },
      filterByFacet: (params) => {
        note('filterByFacet')(params);
        const { facet, value, choice } = params;
        const field = findAuditField(facet)?.id ?? 'actor';
        const listed = this.#facets.find((one) => one.field === facet)?.values[value];
        this.ask(applyValueChoice(this.#question, field, [listed?.value], choice));
      },
      moreValues: (params) => {
        note('moreValues')(params);
        const field = findAuditField(params.facet);
        if (field) this.table.setFacetLimits(new Map([[field.id, 1_000]]));
        this.send();
      },
      searchFacets: (params) => {
        note('searchFacets')(params);
        this.#facetSearch = params.text.trim();
        this.table.setFacetLimits(this.#facetSearch ? allFacetValues : new Map());
        this.send();
      },
      range: (params) => {
        note('range')(params);
        const { from, to } = params;
        this.ask(
          withTimeTerms(
            this.#question,
            from === undefined || to === undefined ? [] : createTimeTerms({ from, to }),
          ),
        );
      },
      timePreset: note('timePreset'),
      search: async (params) => {
        note('search')(params);
        await this.isQuestionRead;
        const { query, problem } = parseQuestion(params.text);
        if (problem)
          return { text: `${problem.kind} at ${problem.start}`, start: problem.start, end: problem.end };
        this.ask(query);
        return null;
      },
      complete: (params) => {
        note('complete')(params);
        return this.complete(params.text, params.offset);
      },
      layout: note('layout'),
      panelWidth: note('panelWidth'),
      columnLayout: note('columnLayout'),
      removeChip: (params) => {
        note('removeChip')(params);
        this.serviceChips = this.serviceChips.filter(({ id }) => id !== params.id);
        this.send();
      },
      action: note('action'),
      trailAction: note('trailAction'),
      button: note('button'),
      copy: (params) => {
        note('copy')(params);
        return this.isCopied;
      },
      sort: (params) => {
        note('sort')(params);
        const sorts = params.sorts.map(({ column, descending }) => ({
          field: auditFields[column]?.id ?? 'time',
          descending,
        }));
        this.table.setSorts(...(sorts.length > 0 ? sorts : newestFirst));
        this.send();
      },
      setVisibleRowCount: (params) => {
        note('setVisibleRowCount')(params);
        this.#fitting = params.rows;
      },
      setActiveRow: (params) => {
        this.#activeRow = params.activeRow;
      },
    };
  }
}
