import type * as vscode from 'vscode';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { formatTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { createAddressMask, type NumberedAddresses } from '../../../core/audit/masking/addresses.ts';
import {
  eventForDisplay,
  type MaskRules,
  type Masks,
  valueForDisplay,
} from '../../../core/audit/masking/displayMasks.ts';
import { maskedContent } from '../../../core/audit/masking/maskedContent.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import type { Zone } from '../../app/timeZone.ts';

/** How events look in all views: in which zone, and with what hidden: literals of queries, until an event is revealed, and e-mail addresses. */
export interface EventMasking extends vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  zone(): Zone;
  toggleZone(): void;
  /** A timestamp of the service in the zone chosen, the zone named. */
  time(timestamp: string): string;
  masksActors(): boolean;
  toggleActors(): void;
  /** Whether literals of the event are hidden. */
  isHidden(event: AuditEvent): boolean;
  /** Whether the person had the literals of the event shown. */
  isRevealed(event: AuditEvent): boolean;
  /** Shows the literals of one event, or hides them again. */
  toggleReveal(event: AuditEvent): void;
  /** Lets go of what was revealed and of the addresses that were masked. */
  forget(): void;
  /** Shows them; for what makes no sense without. */
  reveal(event: AuditEvent): void;
  /** The event as it may be shown. */
  shown(event: AuditEvent): AuditEvent;
  /**
   * The masks of a file that is exported: literals as the user chose for it, addresses as on screen, and no event revealed,
   * because a reveal is for the eyes.
   */
  forFile(masksLiterals: boolean): Pick<EventMasking, 'shown' | 'value'>;
  /** A value of a field, or of the service's filter by it, or a `text` searched for, as it may be shown. */
  value(field: string, value: string): string;
  /** What is hidden now, for another thread. */
  rules(): MaskRules;
  /** Takes in the addresses that masks of these rules met; false where others were met here since. */
  meet(addresses: NumberedAddresses): boolean;
}

/** Literals are masked by the setting, e-mail addresses shown, until the person says so. For this window only. Disposes `changes`. */
export function createMasking(
  { settings, language, timeZone }: Pick<Deps, 'settings' | 'language' | 'timeZone'>,
  changes: vscode.EventEmitter<void>,
): EventMasking {
  let masksActors = false;
  /** By what events are told apart: the same event may come as another object. */
  const revealed = new Set<string>();
  const isRevealed = (event: AuditEvent): boolean => revealed.size > 0 && revealed.has(eventKey(event));
  let masked = new WeakMap<AuditEvent, AuditEvent>();
  const changed = (): void => {
    masked = new WeakMap();
    changes.fire();
  };
  /** Settings are slow to read, and this one is read with each of thousands of events. */
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
  const zoneListening = timeZone.onDidChange(() => changes.fire());
  /** One for all that is shown or written, so that the same actor looks the same everywhere. */
  const addresses = createAddressMask();
  const masks = (): Masks => ({
    literals: isMasking(),
    isRevealed,
    addresses: masksActors ? addresses : undefined,
    // Its bundle is loaded when there is something to mask.
    maskSql: (text, onHidden) => language().maskLiterals(text, onHidden),
  });
  const shown = (event: AuditEvent): AuditEvent => {
    const known = masked.get(event) ?? eventForDisplay(event, masks());
    masked.set(event, known);
    return known;
  };
  return {
    onDidChange: changes.event,
    zone: timeZone.current,
    toggleZone: timeZone.toggle,
    // One of odd form is any text.
    time: (timestamp) => valueForDisplay('time', formatTimestamp(timestamp, timeZone.current()), masks()),
    masksActors: () => masksActors,
    toggleActors() {
      masksActors = !masksActors;
      changed();
    },
    isHidden(event) {
      if (!isMasking() || isRevealed(event)) return false;
      // What is displayed is cached. Masked addresses change it too: then the literals alone are looked for.
      const content = masksActors
        ? maskedContent(event, language().maskLiterals)
        : shown(event).request.data?.content;
      return content !== event.request.data?.content;
    },
    isRevealed,
    toggleReveal(event) {
      const identity = eventKey(event);
      if (!revealed.delete(identity)) revealed.add(identity);
      changed();
    },
    reveal(event) {
      if (isRevealed(event)) return;
      revealed.add(eventKey(event));
      changed();
    },
    shown,
    forFile(masksLiterals) {
      const own: Masks = { ...masks(), literals: masksLiterals, isRevealed: () => false };
      return {
        shown: (event) => eventForDisplay(event, own),
        value: (field, of) => valueForDisplay(field, of, own),
      };
    },
    value: (field, of) => valueForDisplay(field, of, masks()),
    rules: () => ({
      literals: isMasking(),
      revealed: [...revealed],
      addresses: masksActors ? addresses.numberedSoFar() : undefined,
    }),
    meet: addresses.addNumbered,
    forget() {
      addresses.forget();
      revealed.clear();
      changed();
    },
    dispose() {
      listening.dispose();
      zoneListening.dispose();
      changes.dispose();
      revealed.clear();
    },
  };
}
