import * as vscode from 'vscode';
import { type AuditFilters, isFilterName } from '../../core/audit/filters.ts';
import { auditField, type FieldID } from '../../core/audit/table/fields.ts';
import type { FieldChoice, LocalFilters } from '../../core/audit/table/filter.ts';
import { msToTimestamp } from '../../core/audit/timestamps.ts';
import type { AuditChip } from '../../protocol/audit.ts';
import type { EventMasking } from '../auditSource.ts';
import { absent, fieldLabels, inert } from './labels.ts';

/**
 * The filters in force: first the service's, then those over loaded events. `behind` names the events picked by a figure;
 * values as `masking` lets them be shown.
 */
export function chipsOf(
  service: AuditFilters,
  here: LocalFilters,
  behind: string,
  masking: Pick<EventMasking, 'value'>,
): AuditChip[] {
  const labels = fieldLabels();
  const chips: AuditChip[] = Object.entries(service).map(([parameter, value]) => {
    const name = parameter.slice(parameter.lastIndexOf('.') + 1);
    const field = auditField(name);
    const label = `${field ? labels[field.id] : name}: ${inert(masking.value(parameter, value))}`;
    return { id: `service ${parameter}`, name, label, kind: 'service' };
  });
  const add = (id: string, name: string, label: string): void => {
    chips.push({ id: `here ${id}`, name, label: inert(label), kind: 'here' });
  };
  for (const [field, choice] of here.fields)
    add(field, field, `${labels[field]}: ${choiceText(choice, (value) => masking.value(field, value))}`);
  if (here.range) {
    const { from, to } = here.range;
    const [start, end] = [from, to].map((ms) => (Number.isFinite(ms) ? msToTimestamp(ms).slice(0, 19) : '…'));
    add('range', 'time', `${labels.time}: ${start} – ${end}`);
  }
  if (here.text) add('text', 'text', vscode.l10n.t('Text: {0}', masking.value('text', here.text)));
  if (here.events) add('events', 'events', behind);
  return chips;
}

function choiceText({ only, not }: FieldChoice, looks: (value: string) => string): string {
  const named = (values: ReadonlySet<string | undefined>): string =>
    [...values].map((value) => (value === undefined ? absent() : looks(value))).join(', ');
  return [
    ...(only.size > 0 ? [named(only)] : []),
    ...(not.size > 0 ? [vscode.l10n.t('not {0}', named(not))] : []),
  ].join('; ');
}

/** What is left of the filters over loaded events once a chip is taken away. */
export function withoutHere(here: LocalFilters, id: string): LocalFilters {
  const { fields, range, text, events } = here;
  return {
    fields: new Map([...fields].filter(([field]) => field !== id)),
    ...(range && id !== 'range' ? { range } : {}),
    ...(text && id !== 'text' ? { text } : {}),
    ...(events && id !== 'events' ? { events } : {}),
  };
}

/** The service's filters without one of them. */
export const withoutService = (filters: AuditFilters, parameter: string): AuditFilters =>
  isFilterName(parameter)
    ? Object.fromEntries(Object.entries(filters).filter(([name]) => name !== parameter))
    : filters;

/** The filters over loaded events with one value chosen, left out, or neither. */
export function withChoice(
  here: LocalFilters,
  field: FieldID,
  value: string | undefined,
  choice: 'only' | 'not' | 'none',
): LocalFilters {
  const before = here.fields.get(field);
  const only = new Set(before?.only);
  const not = new Set(before?.not);
  only.delete(value);
  not.delete(value);
  if (choice === 'only') only.add(value);
  if (choice === 'not') not.add(value);
  const fields = new Map(here.fields);
  if (only.size + not.size > 0) fields.set(field, { only, not });
  else fields.delete(field);
  return { ...here, fields };
}
