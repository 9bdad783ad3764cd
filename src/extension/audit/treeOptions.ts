import * as vscode from 'vscode';
import type { AuditEvent } from '../../core/api/types.ts';
import type { Grouping } from '../../core/audit/groups.ts';
import { maskedActor, maskedContent, withTexts } from '../../core/audit/masked.ts';
import { formatTimestamp } from '../../core/audit/timestamps.ts';
import type { Deps } from '../deps.ts';

/** How events are shown: grouped by what, in which zone, with what hidden. For this window only. */
export interface TreeOptions extends vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  grouping(): Grouping;
  setGrouping(to: Grouping): void;
  zone(): 'local' | 'utc';
  toggleZone(): void;
  masksActors(): boolean;
  toggleActors(): void;
  isRevealed(event: AuditEvent): boolean;
  /** Shows the literals of one event, or hides them again. */
  toggleReveal(event: AuditEvent): void;
  /** Shows them; for what makes no sense without. */
  reveal(event: AuditEvent): void;
  /** The event as it may be shown: literals and, where wanted, e-mail addresses masked. */
  shown(event: AuditEvent): AuditEvent;
  /** A timestamp of the service in the zone chosen, the zone named. */
  time(timestamp: string): string;
}

export function createTreeOptions({ settings, language }: Pick<Deps, 'settings' | 'language'>): TreeOptions {
  const changes = new vscode.EventEmitter<void>();
  let grouping: Grouping = 'none';
  let zone: 'local' | 'utc' = 'utc';
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
  const shown = (event: AuditEvent): AuditEvent => {
    const hides = settings.maskLiterals() && !revealed.has(event);
    const { actor } = event.context;
    return withTexts(event, {
      content: hides ? maskedContent(event, language().maskLiterals) : undefined,
      actor: masksActors && actor !== undefined ? maskedActor(actor) : undefined,
    });
  };
  return {
    onDidChange: changes.event,
    grouping: () => grouping,
    setGrouping(to) {
      grouping = to;
      changes.fire();
    },
    zone: () => zone,
    toggleZone() {
      zone = zone === 'utc' ? 'local' : 'utc';
      changes.fire();
    },
    masksActors: () => masksActors,
    toggleActors() {
      masksActors = !masksActors;
      changed();
    },
    isRevealed: (event) => revealed.has(event),
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
    time: (timestamp) => formatTimestamp(timestamp, zone),
    dispose() {
      listening.dispose();
      changes.dispose();
      revealed = new WeakSet();
    },
  };
}
