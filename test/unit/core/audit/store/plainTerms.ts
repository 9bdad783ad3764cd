/** The terms of a question, each answered as the help page says it, by looking at one event. */
import { eventKey } from '../../../../../src/core/audit/feed/ledger.ts';
import { findQueryText } from '../../../../../src/core/audit/feed/queryOf.ts';
import type { QueryValue, ReadTerm } from '../../../../../src/core/audit/query/auditQuery.ts';
import { foldCaseAndLineFeeds } from '../../../../../src/core/audit/store/columns/searchable.ts';
import {
  auditFields,
  fieldText,
  findAuditField,
  isNeitherAbsentNorEmptyObject,
} from '../../../../../src/core/audit/table/fields.ts';
import type { TrailTerm } from '../../../../../src/core/audit/table/filter.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';

/** Whether an event meets all terms. */
export function meetsTerms(event: AuditEvent, terms: readonly TrailTerm[]): boolean {
  const together = terms.filter((term): term is ReadTerm => term.kind === 'read' && !term.isNegated);
  const others = terms.filter((term) => term.kind !== 'read' || term.isNegated);
  return (
    others.every((term) => meets(event, term) !== term.isNegated) &&
    (together.length === 0 || readsOf(event).some((read) => together.every((term) => isRead(read, term))))
  );
}

function meets(event: AuditEvent, term: TrailTerm): boolean {
  switch (term.kind) {
    case 'keys':
      return term.keys.includes(eventKey(event));
    case 'read':
      return readsOf(event).some((read) => isRead(read, term));
    case 'text':
      return (
        term.notedKeys.includes(eventKey(event)) ||
        auditFields.some((field) => {
          const value = fieldText(field, event);
          return (
            isNeitherAbsentNorEmptyObject(value) &&
            foldCaseAndLineFeeds(value).includes(foldCaseAndLineFeeds(term.text))
          );
        })
      );
    case 'field': {
      const field = findAuditField(term.field);
      const whole = fieldText(field, event);
      // A list has no value if it is empty.
      const candidates = field?.each && whole !== undefined ? field.each(event) : [whole];
      return (candidates ?? []).some((candidate) => term.values.some((value) => isValue(value, candidate)));
    }
  }
}

const readsOf = (event: AuditEvent) => {
  const query = findQueryText(event);
  return query === undefined ? [] : parseQueryReads(query).reads;
};
type Read = ReturnType<typeof readsOf>[number];

function isRead({ tables, column, level }: Read, { part, values }: ReadTerm): boolean {
  const lower = (value: QueryValue): QueryValue =>
    value.kind === 'text'
      ? { ...value, text: value.text.toLowerCase() }
      : value.kind === 'pattern'
        ? { ...value, parts: value.parts.map((text) => text.toLowerCase()) }
        : value;
  const isOne = (text: string | undefined): boolean =>
    values.some((value) => isValue(lower(value), text?.toLowerCase()));
  if (part === 'table') return tables.some(isOne);
  if (column === '') return false;
  return part === 'column' ? column === '*' || isOne(column) : isOne(level);
}

function isValue(value: QueryValue, candidate: string | undefined): boolean {
  if (value.kind === 'absent' || candidate === undefined)
    return value.kind === 'absent' && candidate === undefined;
  const code = /^-?\d+$/.test(candidate) ? Number(candidate) : Number.NaN;
  switch (value.kind) {
    case 'text':
      return candidate === value.text;
    case 'pattern':
      return new RegExp(
        `^${value.parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('.*')}$`,
        'su',
      ).test(candidate);
    case 'status':
      return {
        '<': code < value.code,
        '<=': code <= value.code,
        '>': code > value.code,
        '>=': code >= value.code,
      }[value.comparison];
    case 'statusClass':
      return code >= 100 * value.digit && code < 100 * value.digit + 100;
    case 'network': {
      const [network = '', bits = '0'] = value.cidr.split('/');
      const bitsOf = (address: string): string | undefined =>
        /^\d{1,3}(\.\d{1,3}){3}$/.test(address)
          ? address
              .split('.')
              .map((part) => Number(part).toString(2).padStart(8, '0'))
              .join('')
          : undefined;
      return bitsOf(candidate)?.slice(0, Number(bits)) === bitsOf(network)?.slice(0, Number(bits));
    }
  }
}
