/** Facts about the audit trail as a whole on which the availability of actions depends. */
export type TrailTrait =
  /** There is a vault or a configured connection, so that events can be requested. */
  | 'requestable'
  /** Events can be requested, or those of a file are displayed. */
  | 'available'
  | 'loaded'
  | 'ofFile'
  /** A request for events is pending. */
  | 'busy'
  /** At least one filter is active. */
  | 'filtered'
  /** There are events that were displayed before a service filter changed or a file was opened. */
  | 'kept'
  /** New events of the service, or of files that grow, are followed. */
  | 'followed'
  | 'unfollowed'
  /** At least one event is loaded, or there is a query result, whether or not it has times. */
  | 'timed'
  /** Times are displayed in local time. */
  | 'local'
  | 'utc'
  | 'maskedActors'
  | 'unmaskedActors';

/** The `when` clause that is true while the trail has a trait. */
const clauses: Readonly<Record<TrailTrait, string>> = {
  requestable: "vaultsql.hasVault || config.vaultsql.connections != '[]'",
  available: "vaultsql.hasVault || config.vaultsql.connections != '[]' || vaultsql.auditOfFile",
  loaded: 'vaultsql.audit.hasEvents',
  ofFile: 'vaultsql.auditOfFile',
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
