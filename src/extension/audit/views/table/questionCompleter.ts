import type { QueryValue } from '../../../../core/audit/query/auditQuery.ts';
import { findCompletablePartAt, suggestedTerms } from '../../../../core/audit/query/completeQuery.ts';
import type { TermName } from '../../../../core/audit/query/parseQuery.ts';
import { printValue } from '../../../../core/audit/query/printQuery.ts';
import { rethrowUnlessCancelled } from '../../../../core/audit/table/cancelling.ts';
import { type FieldID, findAuditField } from '../../../../core/audit/table/fields.ts';
import { countEntries } from '../../../../core/audit/table/trailReads.ts';
import { redactionLevels } from '../../../../core/sql/dialect/redactionLevels.ts';
import type { QuestionCompletion, QuestionCompletions } from '../../../../protocol/audit.ts';
import { formatNumber } from '../../../platform/number.ts';
import { valueLabel } from '../../labels.ts';
import type { AuditModel } from '../../model/auditModel.ts';

const MAX_SUGGESTIONS = 50;
const MAX_VALUES = 10_000;

const times = {
  last: ['15m', '1h', '24h', '7d', '30d'],
  since: ['today', 'yesterday', '1h', '24h'],
  until: ['today', 'yesterday', '1h', '24h'],
} as const;
const statusClasses = ['2xx', '4xx', '5xx', '>=400'];

export class QuestionCompleter {
  readonly #model: Pick<AuditModel, 'masking' | 'state' | 'trail'>;
  #pending: AbortController | undefined;

  constructor(model: Pick<AuditModel, 'masking' | 'state' | 'trail'>) {
    this.#model = model;
  }

  /**
   * Returns suggestions for the question `text` at `offset`, in UTF-16 code units: terms, or values of the term there.
   * Values of event fields that are displayed masked are left out.
   */
  async suggestCompletions(text: string, offset: number): Promise<QuestionCompletions> {
    const none = { from: offset, to: offset, items: [] };
    const part = findCompletablePartAt(text, offset);
    if (!part) return none;
    const all =
      part.name === undefined ? suggestedTerms.map(nameItem) : await this.#suggestValuesOfTerm(part.name);
    const typed = part.typedBeforeCursor.toLowerCase();
    const starting = all.filter(({ label }) => label.toLowerCase().startsWith(typed));
    // Among terms, one that contains the typed text but does not start with it would be noise.
    const matching =
      part.name === undefined ? [] : all.filter(({ label }) => label.toLowerCase().includes(typed));
    const items = [...new Set([...starting, ...matching])].slice(0, MAX_SUGGESTIONS);
    const isComplete = items.length === 1 && items[0]?.text.trim() === text.slice(part.from, part.to);
    return isComplete ? none : { from: part.from, to: part.to, items };
  }

  async #suggestValuesOfTerm(name: TermName): Promise<readonly QuestionCompletion[]> {
    this.#pending?.abort();
    this.#pending = undefined;
    if (name.kind === 'field') return this.#suggestFieldValues(name.field);
    if (name.kind !== 'read') return times[name.kind].map((time) => valueItem(time));
    if (name.part !== 'level') return this.#suggestTableOrColumnNames(name.part);
    const levels = [...redactionLevels].map((level) => (level === 'PLAIN_TEXT' ? 'plain' : level));
    return [...levels, 'none'].map((level) => valueItem(level));
  }

  async #suggestFieldValues(field: FieldID): Promise<readonly QuestionCompletion[]> {
    const { masking, state, trail } = this.#model;
    if (findAuditField(field)?.values !== 'few') return [];
    const own = new AbortController();
    this.#pending = own;
    const seen = await trail
      .values(state.getListingNumber(), field, own.signal)
      .catch(rethrowUnlessCancelled);
    const values = countEntries(seen ?? [], MAX_VALUES).filter(
      ([value]) => masking.maskValue(field, value) === value,
    );
    const absent = (seen ?? []).find(({ value }) => value === undefined);
    return [
      ...(field === 'code' ? statusClasses.map((one) => valueItem(one)) : []),
      ...values.map(([text, count]) => ({
        text: `${printValue(field, { kind: 'text', text })} `,
        label: valueLabel(text, (shown) => shown),
        detail: formatNumber(count),
      })),
      ...(absent ? [valueItem(printValue(field, ABSENT), formatNumber(absent.count))] : []),
    ];
  }

  async #suggestTableOrColumnNames(part: 'table' | 'column'): Promise<readonly QuestionCompletion[]> {
    const { masking, state, trail } = this.#model;
    const own = new AbortController();
    this.#pending = own;
    const vaults = await trail.vaultNames(state.getListingNumber(), own.signal).catch(rethrowUnlessCancelled);
    const tables = (vaults ?? []).flatMap((vault) => vault.tables);
    const names = tables.flatMap(({ label, columns }) =>
      part === 'table' ? [label] : columns.map((column) => column.label),
    );
    const unmasked = names.filter((name) => masking.maskValue('name', name) === name);
    const sorted = [...new Set(unmasked)].sort((a, b) => a.localeCompare(b));
    return sorted.map((text) => ({
      text: `${printValue(part, { kind: 'text', text })} `,
      label: text,
      detail: '',
    }));
  }
}

const ABSENT: QueryValue = { kind: 'absent' };

/** Creates the suggestion of a term. A space is appended, unless the term ends in a colon that a value follows. */
const nameItem = (text: string): QuestionCompletion => ({
  text: text.endsWith(':') ? text : `${text} `,
  label: text,
  detail: '',
});

const valueItem = (text: string, detail = ''): QuestionCompletion => ({
  text: `${text} `,
  label: text,
  detail,
});
