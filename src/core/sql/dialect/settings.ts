import { normalizeAllowedConstructs } from './allow.ts';
import { findConstruct } from './constructs.ts';
import type { ColumnPolicy } from './schema.ts';

type DialectProblemReason = 'not-a-list' | 'not-an-object' | 'not-text' | 'unknown-rule' | 'never-allowed';

export interface DialectProblem {
  /**
   * The path of the invalid part in the settings, such as `vaultsql.dialect.columns.cards.masked`; for an entry of
   * `vaultsql.dialect.allow` that is never allowed, the setting's name and the entry.
   */
  readonly path: string;
  readonly reason: DialectProblemReason;
}
export interface DialectSettings {
  readonly allow: readonly string[];
  readonly columns: readonly ColumnPolicy[];
  readonly problems: readonly DialectProblem[];
}

type Report = (path: string, reason: DialectProblemReason) => void;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readNonEmptyStrings(value: unknown, path: string, report: Report): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    report(path, 'not-a-list');
    return [];
  }
  return value.filter((entry: unknown, i): entry is string => {
    const isText = typeof entry === 'string' && entry.trim() !== '';
    if (!isText) report(`${path}[${i}]`, 'not-text');
    return isText;
  });
}

const rules = ['transientTokenization', 'columnLevelEncryptionDisabled', 'masked'] as const;

function readColumns(value: unknown, path: string, report: Report): readonly ColumnPolicy[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) {
    report(path, 'not-an-object');
    return [];
  }
  return Object.entries(value).flatMap(([table, given]) => {
    const place = `${path}.${table}`;
    if (!isRecord(given)) {
      report(place, 'not-an-object');
      return [];
    }
    for (const key of Object.keys(given)) {
      if (!rules.some((rule) => rule === key)) report(`${place}.${key}`, 'unknown-rule');
    }
    const [transient = [], plain = [], masked = []] = rules.map((rule) =>
      readNonEmptyStrings(given[rule], `${place}.${rule}`, report),
    );
    return [...new Set([...transient, ...plain, ...masked])].map((column) => ({
      table,
      column,
      ...(transient.includes(column) ? { transientTokenization: true } : {}),
      ...(plain.includes(column) ? { columnLevelEncryption: false } : {}),
      ...(masked.includes(column) ? { masked: true } : {}),
    }));
  });
}

/**
 * Reads the values of `vaultsql.dialect.allow` and `vaultsql.dialect.columns`, which may have any shape. Invalid parts
 * are reported in `problems` and skipped. An entry of `allow` that names a write or a command (D1) is reported too. It
 * stays in `allow`, but does not allow the write or the command.
 */
export function readDialectSettings(allow: unknown, columns: unknown): DialectSettings {
  const problems: DialectProblem[] = [];
  const report: Report = (path, reason) => {
    problems.push({ path, reason });
  };
  const path = 'vaultsql.dialect.allow';
  const allowed = readNonEmptyStrings(allow, path, report);
  for (const name of allowed) {
    const refused = [...normalizeAllowedConstructs([name])].some(
      (one) => findConstruct(one)?.canBeAllowed === false,
    );
    if (refused) report(`${path}: ${name}`, 'never-allowed');
  }
  return { allow: allowed, columns: readColumns(columns, 'vaultsql.dialect.columns', report), problems };
}
