import type * as vscode from 'vscode';
import type { AuditEvent } from '../../core/api/types.ts';
import { maskedActor, maskedContent, withTexts } from '../../core/audit/masked.ts';
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
  const actorOf = (actor: string): string => (masksActors ? maskedActor(actor) : actor);
  const shown = (event: AuditEvent): AuditEvent => {
    const { actor } = event.context;
    const content = contentOf(event);
    return withTexts(event, {
      content: content === event.request.data?.content ? undefined : content,
      actor: masksActors && actor !== undefined ? actorOf(actor) : undefined,
    });
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
    value: (field, value) => (/(?:^|\.)actor$/.test(field) ? actorOf(value) : value),
    dispose() {
      listening.dispose();
      changes.dispose();
      revealed = new WeakSet();
    },
  };
}
