import { isEventTableName, isTableIdentifier } from '../../audit/handover/clickhouseTable.ts';
import { isPlainObject } from './auth.ts';

/** A table of audit events in ClickHouse, which a connection names. */
export interface TrailTable {
  readonly kind: 'clickhouse';
  /** Address of ClickHouse's HTTP interface, without a slash at the end. */
  readonly url: string;
  readonly database: string;
  readonly table: string;
  readonly user: string;
}

type Reason = 'not-an-object' | 'missing' | 'not-text' | 'bad-address' | 'bad-trail' | 'bad-table';

/**
 * Parses the setting `trail` of a connection. The paths of reported problems begin with `path`, the path of the setting
 * itself. Returns undefined if the setting is absent or has a problem.
 */
export function parseTrailTable(
  value: unknown,
  path: string,
  checkAddress: (address: string) => boolean,
  report: (path: string, reason: Reason) => void,
): TrailTable | undefined {
  if (value === undefined) return undefined;
  if (!isPlainObject(value)) {
    report(path, 'not-an-object');
    return undefined;
  }
  if (value.kind !== 'clickhouse') {
    report(`${path}.kind`, 'bad-trail');
    return undefined;
  }
  let isValid = true;
  const readText = (key: string, isAllowed: (text: string) => boolean, reason: Reason): string => {
    const given = value[key];
    const text = typeof given === 'string' ? given.trim() : '';
    const problem: Reason | undefined =
      given === undefined || given === ''
        ? 'missing'
        : text === ''
          ? 'not-text'
          : isAllowed(text)
            ? undefined
            : reason;
    if (problem === undefined) return text;
    report(`${path}.${key}`, problem);
    isValid = false;
    return '';
  };
  const url = readText('url', checkAddress, 'bad-address').replace(/\/+$/, '');
  const database = readText('database', isTableIdentifier, 'bad-table');
  const table = readText('table', isEventTableName, 'bad-table');
  const user = readText('user', (text) => !text.includes(':'), 'bad-trail');
  return isValid ? { kind: 'clickhouse', url, database, table, user } : undefined;
}
