import type * as vscode from 'vscode';
import { formatTimestamp } from '../../core/audit/feed/timestamps.ts';
import { createAddressMask } from '../../core/audit/masking/addresses.ts';
import { maskedContent, maskedValue } from '../../core/audit/masking/masked.ts';
import { maskedEvent } from '../../core/audit/masking/repeated.ts';
import type { AuditEvent } from '../../core/service/types.ts';
import type { Deps } from '../app/deps.ts';
import type { EventMasking } from './source.ts';

/** Times are in UTC, literals masked by the setting, e-mail addresses shown, until the person says so. For this window only. Disposes `changes`. */
export function createMasking(
  { settings, language }: Pick<Deps, 'settings' | 'language'>,
  changes: vscode.EventEmitter<void>,
): EventMasking {
  let masksActors = false;
  let zone: 'local' | 'utc' = 'utc';
  let revealed = new WeakSet<AuditEvent>();
  let masked = new WeakMap<AuditEvent, AuditEvent>();
  const changed = (): void => {
    masked = new WeakMap();
    changes.fire();
  };
  /** Settings are slow to read, and this one is asked for with each of thousands of events. */
  let masksLiterals: boolean | undefined;
  const isMasking = (): boolean => {
    masksLiterals ??= settings.maskLiterals();
    return masksLiterals;
  };
  const listening = settings.onDidChange((isOf) => {
    if (!isOf('vaultsql.audit.maskLiterals')) return;
    masksLiterals = undefined;
    changed();
  });
  const contentOf = (event: AuditEvent): string | undefined =>
    isMasking() && !revealed.has(event) ? maskedContent(event, language().maskLiterals) : undefined;
  /** One for all that is shown or written, so that the same actor looks the same everywhere. */
  const addresses = createAddressMask();
  const hideActors = (event: AuditEvent): AuditEvent => (masksActors ? addresses.event(event) : event);
  const shown = (event: AuditEvent): AuditEvent =>
    hideActors(isMasking() && !revealed.has(event) ? maskedEvent(event, language().maskLiterals) : event);
  const value = (field: string, of: string): string => {
    if (/(?:^|\.)actor$/.test(field)) return masksActors ? addresses.actor(of) : of;
    const text = isMasking() ? maskedValue(field, of, language().maskLiterals) : of;
    return masksActors ? addresses.text(text) : text;
  };
  return {
    onDidChange: changes.event,
    zone: () => zone,
    toggleZone() {
      zone = zone === 'utc' ? 'local' : 'utc';
      changes.fire();
    },
    // One of odd form is any text.
    time: (timestamp) => value('time', formatTimestamp(timestamp, zone)),
    masksActors: () => masksActors,
    toggleActors() {
      masksActors = !masksActors;
      changed();
    },
    isHidden(event) {
      const content = contentOf(event);
      return content !== undefined && content !== event.request.data?.content;
    },
    toggleReveal(event) {
      if (!revealed.delete(event)) revealed.add(event);
      changed();
    },
    reveal(event) {
      if (revealed.has(event)) return;
      revealed.add(event);
      changed();
    },
    shown(event) {
      const known = masked.get(event) ?? shown(event);
      masked.set(event, known);
      return known;
    },
    hideActors,
    value,
    forget() {
      addresses.forget();
      revealed = new WeakSet();
      changed();
    },
    dispose() {
      listening.dispose();
      changes.dispose();
      revealed = new WeakSet();
    },
  };
}
