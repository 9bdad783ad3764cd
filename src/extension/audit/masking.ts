import type * as vscode from 'vscode';
import type { AuditEvent } from '../../core/api/types.ts';
import { createAddressMask } from '../../core/audit/addresses.ts';
import { maskedContent, maskedText, withContent } from '../../core/audit/masked.ts';
import type { EventMasking } from '../auditSource.ts';
import type { Deps } from '../deps.ts';

/** Literals are masked by the setting, e-mail addresses when the person says so. For this window only. Disposes `changes`. */
export function createMasking(
  { settings, language }: Pick<Deps, 'settings' | 'language'>,
  changes: vscode.EventEmitter<void>,
): EventMasking {
  let masksActors = false;
  let revealed = new WeakSet<AuditEvent>();
  let masked = new WeakMap<AuditEvent, AuditEvent>();
  const changed = (): void => {
    masked = new WeakMap();
    changes.fire();
  };
  const listening = settings.onDidChange((isOf) => {
    if (isOf('vaultsql.audit.maskLiterals')) changed();
  });
  const contentOf = (event: AuditEvent): string | undefined =>
    settings.maskLiterals() && !revealed.has(event)
      ? maskedContent(event, language().maskLiterals)
      : undefined;
  /** One for all that is shown or written, so that the same actor looks the same everywhere. */
  const addresses = createAddressMask();
  const hideActors = (event: AuditEvent): AuditEvent => (masksActors ? addresses.event(event) : event);
  const shown = (event: AuditEvent): AuditEvent => {
    const content = contentOf(event);
    return hideActors(content === event.request.data?.content ? event : withContent(event, content));
  };
  return {
    onDidChange: changes.event,
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
    value(field, value) {
      if (/(?:^|\.)actor$/.test(field)) return masksActors ? addresses.actor(value) : value;
      const isHidden = field === 'content' && settings.maskLiterals();
      const text = isHidden ? maskedText(value, language().maskLiterals) : value;
      return masksActors ? addresses.text(text) : text;
    },
    dispose() {
      listening.dispose();
      changes.dispose();
      revealed = new WeakSet();
    },
  };
}
