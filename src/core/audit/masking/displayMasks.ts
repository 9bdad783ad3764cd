import type { AuditEvent } from '../../service/types.ts';
import { eventKey } from '../feed/ledger.ts';
import { type AddressMask, createAddressMask, type NumberedAddresses } from './addresses.ts';
import { maskFieldValue } from './fieldMasks.ts';
import type { MaskSql } from './mask.ts';
import { maskQueryLiterals } from './repeatedLiterals.ts';

/**
 * Which parts of events to mask, as plain data that can be sent to another thread. E-mail addresses are masked unless
 * `addresses` is undefined.
 */
export interface MaskRules {
  readonly literals: boolean;
  /** Keys (`eventKey`) of the events whose literals the user has revealed. */
  readonly revealed: readonly string[];
  readonly addresses: NumberedAddresses | undefined;
}

/** Mask rules without the events that the user has revealed. */
export type RulesWithoutReveals = Omit<MaskRules, 'revealed'>;

/** Whether the rules `now` hide something that the rules `before` did not, apart from revealed events. */
export const doesHideMoreThanBefore = (before: RulesWithoutReveals, now: RulesWithoutReveals): boolean =>
  (now.literals && !before.literals) || (now.addresses !== undefined && before.addresses === undefined);

export interface Masks {
  readonly literals: boolean;
  readonly isRevealed: (event: AuditEvent) => boolean;
  readonly addresses: AddressMask | undefined;
  readonly maskSql: MaskSql;
}

/** Creates the masks that apply the rules. E-mail addresses keep the numbers that they have in the rules. */
export function createMasks({ literals, revealed, addresses }: MaskRules, maskSql: MaskSql): Masks {
  const keys = new Set(revealed);
  const isRevealed = (event: AuditEvent): boolean => keys.size > 0 && keys.has(eventKey(event));
  const mask = addresses && createAddressMask();
  if (addresses) mask?.addNumberedAddresses(addresses);
  return { literals, isRevealed, addresses: mask, maskSql };
}

export function maskEventForDisplay(event: AuditEvent, masks: Masks): AuditEvent {
  const isHidden = masks.literals && !masks.isRevealed(event);
  const masked = isHidden ? maskQueryLiterals(event, masks.maskSql) : event;
  return masks.addresses ? masks.addresses.event(masked) : masked;
}

/**
 * Masks a value for display as the masks require. `field` is the kind of value, for example an event field, the name of
 * a service filter, or `name` or `level` for a part of a read.
 */
export function maskValueForDisplay(
  field: string,
  value: string,
  { literals, addresses, maskSql }: Omit<Masks, 'isRevealed'>,
): string {
  if (/(?:^|\.)actor$/.test(field)) return addresses ? addresses.actor(value) : value;
  const text = literals ? maskFieldValue(field, value, maskSql) : value;
  return addresses ? addresses.text(text) : text;
}
