import type { AuditEvent } from '../../core/api/types.ts';
import { maskedContent, withTexts } from '../../core/audit/masked.ts';
import type { Deps } from '../deps.ts';

/** Literals in the query text of events: masked by the setting, shown for events that the person reveals. */
export interface Masking {
  /** The event as it may be shown. */
  shown(event: AuditEvent): AuditEvent;
  isHidden(event: AuditEvent): boolean;
  reveal(event: AuditEvent): void;
}

export function createMasking({ settings, language }: Pick<Deps, 'settings' | 'language'>): Masking {
  const revealed = new WeakSet<AuditEvent>();
  const shown = (event: AuditEvent): AuditEvent => {
    if (!settings.maskLiterals() || revealed.has(event)) return event;
    const content = maskedContent(event, language().maskLiterals);
    return content === event.request.data?.content ? event : withTexts(event, { content });
  };
  return {
    shown,
    isHidden: (event) => shown(event) !== event,
    reveal(event) {
      revealed.add(event);
    },
  };
}
