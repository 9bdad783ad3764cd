import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFindingSentence } from '../core/messages/findings.ts';
import { terminalText } from '../core/messages/terminalTexts.ts';
import type { Finding, FindingCode, Severity } from '../core/sql/lint/findings.ts';

/** A checked file. The offsets of its findings count UTF-16 code units in `text`, from 0. */
export interface CheckedFile {
  /** The file's path, or `-` for standard input. */
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Finding[];
}
export type ReportFormat = 'text' | 'json' | 'sarif';

const formatMessage = (finding: Finding, text: string): string =>
  terminalText(createFindingSentence(finding, text));

/** Returns a function that returns the line and the column, both from 1, of an offset in `text`. */
export function createPositionFinder(
  text: string,
): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function formatText(files: readonly CheckedFile[]): string {
  return files
    .flatMap(({ file, text, findings }) => {
      const at = createPositionFinder(text);
      return findings.map((finding) => {
        const { line, column } = at(finding.start);
        return `${file}:${line}:${column} ${finding.severity} ${finding.code} ${formatMessage(finding, text)}\n`;
      });
    })
    .join('');
}

function formatJson(files: readonly CheckedFile[]): string {
  const report = files.map(({ file, text, findings }) => ({
    file,
    findings: findings.map((finding) => ({
      code: finding.code,
      severity: finding.severity,
      start: finding.start,
      end: finding.end,
      text: text.slice(finding.start, finding.end),
      message: formatMessage(finding, text),
    })),
  }));
  return `${JSON.stringify(report, null, 2)}\n`;
}

const rules: Readonly<Record<FindingCode, string>> = {
  'write-operation': 'A statement that is not a read-only SELECT.',
  'unsupported-keyword': 'A clause or keyword that the vault does not support.',
  'unsupported-operator': 'An operator that the vault does not support.',
  'unsupported-function': 'A function that the vault does not support.',
  syntax: 'A statement with a syntax error.',
  'transient-where': 'A condition on a column with transient tokenization.',
  'encryption-conditional': 'The ? conditional on a column with column-level encryption disabled.',
  'literal-in-audit-log': 'A literal that the audit trail stores in plain text.',
  undocumented: 'A construct that the service does not document.',
  'always-refused': 'A statement that PostgreSQL refuses for any tables and columns.',
  'quoted-value': 'A value in double quotes, which enclose names.',
  'unknown-table': 'A table that the schema file does not name.',
  'unknown-column': 'A column that the schema file does not name.',
};
const levels: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  hint: 'note',
};

const createSarifFileUri = (file: string): string =>
  /^(?:\/|[A-Za-z]:|\.\.)/.test(file)
    ? pathToFileURL(resolve(file)).href
    : file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');

function formatSarif(files: readonly CheckedFile[], version: string): string {
  const ids = Object.keys(rules) as FindingCode[];
  const results = files.flatMap(({ file, text, findings }) => {
    const at = createPositionFinder(text);
    return findings.map((finding) => {
      const [from, to] = [at(finding.start), at(finding.end)];
      return {
        ruleId: finding.code,
        ruleIndex: ids.indexOf(finding.code),
        level: levels[finding.severity],
        message: { text: formatMessage(finding, text) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: file === '-' ? 'stdin' : createSarifFileUri(file) },
              region: {
                startLine: from.line,
                startColumn: from.column,
                endLine: to.line,
                endColumn: to.column,
                charOffset: finding.start,
                charLength: finding.end - finding.start,
              },
            },
          },
        ],
      };
    });
  });
  const driver = {
    name: 'Vault SQL',
    version,
    rules: ids.map((id) => ({ id, shortDescription: { text: rules[id] } })),
  };
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

export function formatReport(format: ReportFormat, files: readonly CheckedFile[], version: string): string {
  if (format === 'json') return formatJson(files);
  return format === 'sarif' ? formatSarif(files, version) : formatText(files);
}
