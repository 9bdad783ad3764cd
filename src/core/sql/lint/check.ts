import type { Summary } from '../analysis/summary.ts';
import { normalizeAllowedConstructs } from '../dialect/allow.ts';
import { parseStatements } from '../syntax/document/document.ts';
import { shiftRange } from '../syntax/ranges.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { Collector } from './collector.ts';
import { createColumnPolicyCheck } from './columns.ts';
import type { Finding } from './findings.ts';
import type { CheckOptions } from './options.ts';
import { findQuotedValues, type QuotedName } from './quotedValues.ts';
import { lintStatement } from './statement.ts';
import { createUnknownNameCheck } from './unknownNames.ts';

/**
 * Checks a text against the dialect and returns its findings in the order of the text. Offsets are UTF-16 code units in
 * the text. A statement that is a write (D1) has a finding of severity `error`, whatever the settings allow.
 */
export function checkText(text: string, options: CheckOptions = {}): Finding[] {
  const lint = createStatementLinter(options);
  const findings: Finding[] = [];
  for (const { start, tree } of parseStatements(text)) {
    for (const finding of lint(tree).findings) findings.push(shiftRange(finding, start));
  }
  return findings.sort((a, b) => a.start - b.start);
}

/** The result of checking one statement. Offsets in the findings count from the statement's first token. */
export interface LintedStatement {
  readonly findings: readonly Finding[];
  readonly summary: Summary;
}

export function createStatementLinter(options: CheckOptions): (tree: SyntaxTree) => LintedStatement {
  const { columns = [], literalHints = true } = options;
  const allow = normalizeAllowedConstructs(options.allow ?? []);
  const addColumnRules = createColumnPolicyCheck(columns);
  const addUnknownNames = createUnknownNameCheck(options.tables, columns);
  return (tree) => {
    const out = new Collector(tree, allow, options.service);
    const summary = lintStatement(tree, out);
    // The audit event contains the text of the query (S40).
    if (summary.comparedLiteral && literalHints)
      out.addFindingUnlessFull('literal-in-audit-log', summary.comparedLiteral, 'LITERAL');
    if (summary.comparedNames.length > 0) {
      const values = findQuotedValues(summary, findQuotedNames(tree), options);
      for (const where of values) out.addFindingUnlessFull('quoted-value', where, 'quoted-value');
    }
    addUnknownNames(tree, out);
    const decided = addColumnRules(summary, out);
    const found = out.findings.filter(({ code, start }) => code !== 'undocumented' || !decided.has(start));
    return { findings: found.sort((a, b) => a.start - b.start), summary };
  };
}

function findQuotedNames({ source, tokens }: SyntaxTree): QuotedName[] {
  return tokens.flatMap(({ kind, start, end }, index) =>
    kind === 'quoted-identifier'
      ? [{ start, end, source: source.slice(start, end), isLabel: tokens[index - 1]?.word === 'AS' }]
      : [],
  );
}
