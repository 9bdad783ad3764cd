import type { Capability } from '../../../core/audit/feed/capabilities.ts';

export type TrailTrait =
  /** There is a vault or a configured connection, so that events can be requested. */
  | 'requestable'
  | 'available'
  | 'loaded'
  | 'ofFile'
  /** A table in ClickHouse is displayed, the only source that can't be followed. */
  | 'ofTable'
  /** A capability that the source of the displayed events has. */
  | Capability
  | 'busy'
  | 'filtered'
  | 'kept'
  | 'followed'
  | 'unfollowed'
  /** At least one event is loaded, or there is a query result. */
  | 'timed'
  | 'local'
  | 'utc'
  | 'maskedActors'
  | 'unmaskedActors';

const clauses: Readonly<Record<TrailTrait, string>> = {
  requestable: "vaultsql.hasVault || config.vaultsql.connections != '[]'",
  available: "vaultsql.hasVault || config.vaultsql.connections != '[]' || vaultsql.auditOfFile",
  loaded: 'vaultsql.audit.hasEvents',
  ofFile: 'vaultsql.auditOfFile',
  ofTable: 'vaultsql.audit.lacksFollow',
  older: '!vaultsql.audit.lacksOlder',
  follow: '!vaultsql.audit.lacksFollow',
  sql: '!vaultsql.audit.lacksSql',
  busy: 'vaultsql.audit.state == busy',
  filtered: 'vaultsql.auditFiltered',
  kept: 'vaultsql.auditKept',
  followed: 'vaultsql.auditFollowing',
  unfollowed: '!vaultsql.auditFollowing',
  timed: 'vaultsql.audit.hasEvents || vaultsql.hasResult',
  local: 'vaultsql.localTime',
  utc: '!vaultsql.localTime',
  maskedActors: 'vaultsql.actorsMasked',
  unmaskedActors: '!vaultsql.actorsMasked',
};

/** Returns the `when` clause that is true while the trail has all these traits; empty if there are none. */
export const trailWhenClause = (traits: readonly TrailTrait[]): string =>
  traits
    .map((trait) => clauses[trait])
    .map((clause) => (traits.length > 1 && clause.includes('||') ? `(${clause})` : clause))
    .join(' && ');
