/**
 * The actions on one value of an audit event. `npm run readme` writes the tree's menu into
 * package.json from this table.
 */
import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { AuditQuery } from '../../../core/audit/query/auditQuery.ts';
import { applyValueChoice, includeOrExcludeFieldText } from '../../../core/audit/query/editQuery.ts';
import { findAuditField, isTimeField } from '../../../core/audit/table/fields.ts';
import type { Clipboard } from '../../platform/clipboard.ts';
import type { Messages } from '../../platform/messages.ts';
import { formatEventValue } from '../labels.ts';
import type { EventMasking } from '../model/masking.ts';
import { serviceFilterForValue } from '../serviceFilter.ts';
import type { Action, ActionID } from './action.ts';
import type { RelatedEventsParts } from './relatedEvents.ts';
import type { AuditValue, ValueTrait } from './traits.ts';

export interface ValueActionParts extends Pick<RelatedEventsParts, 'isOfFile' | 'requestedFilters'> {
  readonly clipboard: Pick<Clipboard, 'write'>;
  readonly masking: Pick<EventMasking, 'maskEvent' | 'formatTime' | 'maskValue'>;
  readonly messages: Pick<Messages, 'info'>;
  changeQuestion(change: (question: AuditQuery) => AuditQuery): void;
  /**
   * Requests the newest events for these filters. Resolves to false if the request was not sent or its
   * outcome was not applied. A failure counts as an outcome.
   */
  load(filters: AuditFilters): Promise<boolean>;
}

interface ValueAction extends Action<ValueTrait> {
  /** The reason why the menu of the audit table does not offer the action; undefined if it does. */
  readonly whyNotInTableMenu?: string;
  run(value: AuditValue, parts: ValueActionParts): unknown;
}

const filterBy =
  (how: 'only' | 'not'): ValueAction['run'] =>
  ({ field, value, isWhole }, { changeQuestion }) =>
    changeQuestion((question) =>
      isWhole
        ? includeOrExcludeFieldText(question, field, value, how)
        : applyValueChoice(question, field, [value], how),
    );

export const valueActions: Readonly<Record<ActionID, ValueAction>> = {
  'vaultsql.audit.onlyThis': {
    traits: [],
    place: '1_value@1',
    icon: 'filter',
    inline: 1,
    run: filterBy('only'),
  },
  'vaultsql.audit.notThis': { traits: [], place: '1_value@2', run: filterBy('not') },
  'vaultsql.audit.copyValue': {
    traits: ['present'],
    place: '1_value@3',
    whyNotInTableMenu: 'The Copy of the table copies any selection of cells.',
    run({ field, value = '', event }, { clipboard, masking }) {
      // Copied as displayed, except a time, which keeps the form of the service.
      const isShown = event !== undefined && !isTimeField(field);
      return clipboard.write(
        isShown ? formatEventValue(event, field, value, masking) : masking.maskValue(field, value),
      );
    },
  },
  'vaultsql.audit.filterService': {
    traits: ['present', 'filterable'],
    place: '1_value@4',
    icon: 'cloud',
    inline: 2,
    run({ field, value }, { isOfFile, messages, requestedFilters, load }) {
      const asked = serviceFilterForValue(isOfFile(), findAuditField(field), value);
      if ('refusal' in asked) return messages.info(asked.refusal);
      return load({ ...requestedFilters(), ...asked.filters });
    },
  },
};
