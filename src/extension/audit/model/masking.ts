import type * as vscode from 'vscode';
import { eventKey } from '../../../core/audit/feed/ledger.ts';
import { formatTimestamp } from '../../../core/audit/feed/timestamps.ts';
import { createAddressMask, type NumberedAddresses } from '../../../core/audit/masking/addresses.ts';
import {
  type MaskRules,
  type Masks,
  maskEventForDisplay,
  maskValueForDisplay,
} from '../../../core/audit/masking/displayMasks.ts';
import { maskRequestContent } from '../../../core/audit/masking/maskedContent.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import type { Zone } from '../../app/timeZone.ts';

/**
 * How all views display events: the time zone, and whether literals of queries and e-mail addresses
 * are masked.
 */
export interface EventMasking extends vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  zone(): Zone;
  toggleZone(): void;
  formatTime(timestamp: string): string;
  /** Whether e-mail addresses are masked. */
  masksActors(): boolean;
  toggleActorMasking(): void;
  /**
   * Whether literals in the event's request are masked now. False if there are none, or if the user
   * revealed them.
   */
  hasMaskedLiterals(event: AuditEvent): boolean;
  isRevealed(event: AuditEvent): boolean;
  toggleReveal(event: AuditEvent): void;
  forget(): void;
  reveal(event: AuditEvent): void;
  maskEvent(event: AuditEvent): AuditEvent;
  /**
   * Returns the masks for an exported file. Revealing applies only to the screen, so revealed
   * events are treated like others.
   */
  createFileMasks(masksLiterals: boolean): Pick<EventMasking, 'maskEvent' | 'maskValue'>;
  /**
   * Returns the value with everything masked that must not be displayed. `field` is the kind of value, for example an
   * event field, the name of a service filter, or `text` for a searched text.
   */
  maskValue(field: string, value: string): string;
  /** Returns what is currently masked, as plain data that can be sent to another thread. */
  rules(): MaskRules;
  /**
   * Adds e-mail addresses that another mask has numbered. Returns false, and adds none, if their
   * numbers do not continue those that this mask has used.
   */
  addNumberedAddresses(addresses: NumberedAddresses): boolean;
}

/** Creates the masks of this window. `changes` is disposed with them. */
export function createMasking(
  { settings, language, timeZone }: Pick<Deps, 'settings' | 'language' | 'timeZone'>,
  changes: vscode.EventEmitter<void>,
): EventMasking {
  let masksActors = false;
  /** Keys of the revealed events, because the same event may occur as different objects. */
  const revealed = new Set<string>();
  const isRevealed = (event: AuditEvent): boolean => revealed.size > 0 && revealed.has(eventKey(event));
  let masked = new WeakMap<AuditEvent, AuditEvent>();
  const changed = (): void => {
    masked = new WeakMap();
    changes.fire();
  };
  /** Cached, because reading settings is slow and this one is needed for thousands of events. */
  let masksLiterals: boolean | undefined;
  const isMasking = (): boolean => {
    masksLiterals ??= settings.isLiteralMaskingEnabled();
    return masksLiterals;
  };
  const listening = settings.onDidChange((isOf) => {
    if (!isOf('vaultsql.audit.maskLiterals')) return;
    masksLiterals = undefined;
    changed();
  });
  const zoneListening = timeZone.onDidChange(() => changes.fire());
  /** Shared by views and files, so that an actor looks the same in them. */
  const addresses = createAddressMask();
  const masks = (): Masks => ({
    literals: isMasking(),
    isRevealed,
    addresses: masksActors ? addresses : undefined,
    // `language()` loads its bundle, so it is called only when there is something to mask.
    maskSql: (text, onHidden) => language().maskLiterals(text, onHidden),
  });
  const maskEvent = (event: AuditEvent): AuditEvent => {
    const known = masked.get(event) ?? maskEventForDisplay(event, masks());
    masked.set(event, known);
    return known;
  };
  return {
    onDidChange: changes.event,
    zone: timeZone.current,
    toggleZone: timeZone.toggle,
    // An invalid timestamp may be any text, so it is masked like one.
    formatTime: (timestamp) =>
      maskValueForDisplay('time', formatTimestamp(timestamp, timeZone.current()), masks()),
    masksActors: () => masksActors,
    toggleActorMasking() {
      masksActors = !masksActors;
      changed();
    },
    hasMaskedLiterals(event) {
      if (!isMasking() || isRevealed(event)) return false;
      // The displayed event is cached, but differs from the original also by masked addresses. If these are masked,
      // only the literals are compared.
      const content = masksActors
        ? maskRequestContent(event, language().maskLiterals)
        : maskEvent(event).request.data?.content;
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
    maskEvent,
    createFileMasks(masksLiterals) {
      const own: Masks = { ...masks(), literals: masksLiterals, isRevealed: () => false };
      return {
        maskEvent: (event) => maskEventForDisplay(event, own),
        maskValue: (field, of) => maskValueForDisplay(field, of, own),
      };
    },
    maskValue: (field, of) => maskValueForDisplay(field, of, masks()),
    rules: () => ({
      literals: isMasking(),
      revealed: [...revealed],
      addresses: masksActors ? addresses.listNumberedAddresses() : undefined,
    }),
    addNumberedAddresses: addresses.addNumberedAddresses,
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
