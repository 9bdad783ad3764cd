/** What of events and values may be shown: one rule for all views, files, and tables, in whichever thread. */
import type { AuditEvent } from '../../service/types.ts';
import { eventKey } from '../feed/ledger.ts';
import { type AddressMask, createAddressMask, type MetAddresses } from './addresses.ts';
import { maskedValue } from './fieldMasks.ts';
import type { MaskSql } from './mask.ts';
import { maskedEvent } from './repeated.ts';

/** What is hidden now, as plain data that goes to another thread. */
export interface MaskRules {
  /** Whether literals of queries are hidden, but for those of the events with these keys (`eventKey`). */
  readonly literals: boolean;
  readonly revealed: readonly string[];
  /** E-mail addresses met so far; undefined where they are shown. */
  readonly addresses: MetAddresses | undefined;
}

/** The rules without the literals revealed in single events: those for rows that can be copied, compared, and exported. */
export type RulesWithoutReveals = Omit<MaskRules, 'revealed'>;

/** Whether the rules `now` hide something that the rules `before` show, where nothing is revealed. */
export const hidesMore = (before: RulesWithoutReveals, now: RulesWithoutReveals): boolean =>
  (now.literals && !before.literals) || (now.addresses !== undefined && before.addresses === undefined);

/** The masks that rules ask for. */
export interface Masks {
  readonly literals: boolean;
  readonly isRevealed: (event: AuditEvent) => boolean;
  /** Undefined where addresses are shown. */
  readonly addresses: AddressMask | undefined;
  readonly maskSql: MaskSql;
}

/** The masks of these rules, with addresses numbered as there. */
export function masksOf({ literals, revealed, addresses }: MaskRules, maskSql: MaskSql): Masks {
  const keys = new Set(revealed);
  const isRevealed = (event: AuditEvent): boolean => keys.size > 0 && keys.has(eventKey(event));
  const mask = addresses && createAddressMask();
  if (addresses) mask?.meet(addresses);
  return { literals, isRevealed, addresses: mask, maskSql };
}

/** The event as it may be shown; the same one where nothing of it is hidden. */
export function shownEvent(event: AuditEvent, masks: Masks): AuditEvent {
  const isHidden = masks.literals && !masks.isRevealed(event);
  const masked = isHidden ? maskedEvent(event, masks.maskSql) : event;
  return masks.addresses ? masks.addresses.event(masked) : masked;
}

/** A value of a field, or of the service's filter by it, or a `text` searched for, as it may be shown. */
export function shownValue(
  field: string,
  value: string,
  { literals, addresses, maskSql }: Omit<Masks, 'isRevealed'>,
): string {
  if (/(?:^|\.)actor$/.test(field)) return addresses ? addresses.actor(value) : value;
  const text = literals ? maskedValue(field, value, maskSql) : value;
  return addresses ? addresses.text(text) : text;
}
