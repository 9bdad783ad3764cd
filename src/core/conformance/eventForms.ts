import { eventTimestamp, isValidTimestamp } from '../audit/feed/timestamps.ts';
import { AUDIT_FILTERS } from '../audit/filters/filters.ts';
import { isJsonObject, type JsonValue } from '../service/json.ts';
import type { AuditEvent, AuditPage } from '../service/types.ts';
import type { Findings } from './findings.ts';
import { changeIDOf } from './pages.ts';
import type { RequestOutcome } from './requests.ts';
import type { RuleID } from './rules.ts';

/**
 * Sets the findings on the form of `events` (S10–S21, except S13 and S17). `listings` are the responses that are cited
 * as evidence. `hasConflict` is true if two different events with one change ID were returned (S12).
 */
export function checkEventForms(
  findings: Findings,
  events: readonly AuditEvent[],
  listings: readonly RequestOutcome<AuditPage>[],
  hasConflict: boolean,
): void {
  const setFindingForEvents = (rule: RuleID, test: (event: AuditEvent) => boolean | undefined): void => {
    const results = events.map(test).filter((result) => result !== undefined);
    findings.set(rule, results.length === 0 ? undefined : results.every(Boolean), listings, {
      reason: 'tooFew',
    });
  };
  setFindingForEvents(
    'S10',
    ({ raw }) =>
      [raw.context, raw.request, raw.response].every(isObjectOrAbsent) && isListOrAbsent(raw.resourceIDs),
  );
  setFindingForEvents('S11', ({ resourceIDs }) =>
    resourceIDs.length === 0 ? undefined : resourceIDs.every((id) => /^[^/]+\/.+$/.test(id)),
  );
  const withID = events.filter((event) => changeIDOf(event) !== undefined).length;
  findings.set('S12', withID < 2 ? undefined : !hasConflict && withID === events.length, listings, {
    reason: 'tooFew',
  });
  setFindingForEvents('S14', ({ context: { actor } }) => (actor === undefined ? undefined : actor !== ''));
  const types = events.map(({ context }) => context.actorType);
  const accesses = events.map(({ context }) => context.accessType);
  const hasDocumented = types.includes('USER') || accesses.includes('API');
  findings.set('S15', hasDocumented ? true : undefined, listings, { reason: 'tooFew' });
  const modes = AUDIT_FILTERS.find(({ name }) => name === 'context.authMode')?.values ?? [];
  setFindingForEvents('S16', ({ context: { authMode } }) =>
    authMode === undefined ? undefined : modes.includes(authMode),
  );
  const hasAddress = events.some(({ context }) => context.ipAddress !== undefined);
  findings.set('S18', hasAddress ? true : undefined, listings, { reason: 'tooFew' });
  setFindingForEvents('S19', ({ response: { code } }) =>
    code === undefined ? undefined : typeof code === 'number',
  );
  setFindingForEvents('S20', ({ raw: { request } }) =>
    isJsonObject(request) && request.httpInfo !== undefined ? isJsonObject(request.httpInfo) : undefined,
  );
  setFindingForEvents('S21', (event) => {
    const time = eventTimestamp(event);
    return time === undefined ? undefined : isValidTimestamp(time) && /\.\d{9}$/.test(time);
  });
}

const isObjectOrAbsent = (part: JsonValue | undefined): boolean =>
  part === undefined || part === null || isJsonObject(part);
const isListOrAbsent = (part: JsonValue | undefined): boolean =>
  part === undefined || part === null || Array.isArray(part);
