/** Collects the findings of one statement. */
import { findConstruct } from '../dialect/constructs.ts';
import type { Construct, Range } from '../syntax/nodes.ts';
import type { SyntaxReason } from '../syntax/reasons.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { codeOf } from './constructCode.ts';
import type { Finding, FindingCode, OtherReason } from './findings.ts';
import { severityOf } from './severity.ts';

/** Findings of one statement and severity; more are unreadable, and a broken file of a megabyte has more. */
const maxFindings = 10_000;

export class Collector {
  readonly #allow: ReadonlySet<string>;
  readonly #tree: SyntaxTree;
  #findings: Finding[] = [];
  #errors = 0;
  /** Where the first syntax error is that the parser found; a construct there needs no second finding. */
  readonly #syntaxStart: number;

  /** `allow`: names in the form of `normalizeAllowed`. */
  constructor(tree: SyntaxTree, allow: ReadonlySet<string>) {
    this.#allow = allow;
    this.#tree = tree;
    const error = tree.syntaxError;
    this.#syntaxStart = error && error.end > error.start ? error.start : -1;
  }

  get findings(): Finding[] {
    return this.#findings;
  }

  /** A finding as it is, unless the statement has more than enough. A write is always kept. */
  add(
    code: FindingCode,
    { start, end }: Range,
    construct: string,
    more?: Pick<Finding, 'reason' | 'data'>,
  ): void {
    const severity = severityOf(code);
    const count = severity === 'error' ? ++this.#errors : this.#findings.length - this.#errors;
    if (count <= maxFindings || code === 'write-operation') {
      this.#findings.push({ code, severity, start, end, construct, ...more });
    }
  }

  /** A construct; nothing where settings or the dialect allow it. */
  addConstruct(construct: Construct, data?: Finding['data']): void {
    const { name, isFunction, reason, start } = construct;
    const row = isFunction ? undefined : findConstruct(name);
    const kind = isFunction ? 'function' : (row?.kind ?? (/^\w/.test(name) ? 'keyword' : 'operator'));
    const { verdict, liftable } = row ?? { verdict: 'unsupported', liftable: true };
    if (verdict === 'supported' || (liftable && this.#allow.has(name))) return;
    const code = codeOf(kind, verdict);
    if (start === this.#syntaxStart) {
      // But a write is to be called a write, and of a chain the operator is what the dialect lacks, if it lacks it.
      const isChain = this.#tree.syntaxError?.reason === 'chained-comparison';
      if (verdict !== 'write' && !(isChain && severityOf(code) === 'error')) return;
      this.#findings = this.#findings.filter((one) => one.code !== 'syntax' || one.start !== start);
    }
    this.add(code, construct, name, { ...(reason && { reason }), ...(data && { data }) });
  }

  /** What the grammar has, but PostgreSQL refuses whatever tables and columns there are; nothing after an error. */
  refuse(reason: OtherReason, where: Range, data?: Finding['data']): void {
    if (this.isCertain(where))
      this.add('always-refused', where, 'always-refused', { reason, ...(data && { data }) });
  }
  addSyntax(reason: SyntaxReason, where: Range, data?: Finding['data']): void {
    this.add('syntax', where, reason, { reason, ...(data && { data }) });
  }
  /** Whether no syntax error is before the end of that, so that it is what it seems. */
  isCertain({ end }: Range): boolean {
    return end <= this.#tree.certainEnd;
  }
}
