import { findConstruct } from '../dialect/constructs.ts';
import type { Construct, Range } from '../syntax/nodes.ts';
import type { SyntaxReason } from '../syntax/reasons.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { findingCodeFor } from './constructCode.ts';
import type { Finding, FindingCode, OtherReason } from './findings.ts';
import type { ServiceDialect } from './options.ts';
import { getSeverity } from './severity.ts';

/**
 * Maximum number of errors, and also of other findings, that are kept for one statement. A broken file of a megabyte
 * can have more. Writes beyond the maximum are kept too.
 */
const MAX_FINDINGS = 10_000;

/** Collects the findings of one statement. Offsets count from the statement's first token. */
export class Collector {
  readonly #allow: ReadonlySet<string>;
  readonly #service: ServiceDialect | undefined;
  readonly #tree: SyntaxTree;
  #findings: Finding[] = [];
  #errors = 0;
  #others = 0;
  readonly #syntaxStart: number;

  /**
   * `allow` contains the names of constructs as `normalizeAllowedConstructs` returns them. `service` is undefined if
   * the service was not checked.
   */
  constructor(tree: SyntaxTree, allow: ReadonlySet<string>, service?: ServiceDialect) {
    this.#allow = allow;
    this.#service = service;
    this.#tree = tree;
    const error = tree.syntaxError;
    this.#syntaxStart = error && error.end > error.start ? error.start : -1;
  }

  get findings(): Finding[] {
    return this.#findings;
  }

  /**
   * Adds a finding, unless `MAX_FINDINGS` findings were added before. Errors and other findings are counted separately.
   * A finding with the code `write-operation` is added in any case.
   */
  addFindingUnlessFull(
    code: FindingCode,
    { start, end }: Range,
    construct: string,
    more?: Pick<Finding, 'reason' | 'data'>,
  ): void {
    const severity = getSeverity(code);
    const count = severity === 'error' ? ++this.#errors : ++this.#others;
    if (count <= MAX_FINDINGS || code === 'write-operation') {
      this.#findings.push({ code, severity, start, end, construct, ...more });
    }
  }

  /**
   * Adds a finding for a construct, unless the dialect or the service accepts it or the user's settings allow it. If a
   * syntax error starts at the same offset, usually only one of the two findings is kept.
   */
  addConstructUnlessAllowed(construct: Construct, data?: Finding['data']): void {
    const { name, isFunction, reason, start } = construct;
    const row = isFunction ? undefined : findConstruct(name);
    const kind = isFunction ? 'function' : (row?.kind ?? (/^\w/.test(name) ? 'keyword' : 'operator'));
    const { verdict, canBeAllowed } = row ?? { verdict: 'unsupported', canBeAllowed: true };
    if (verdict === 'supported' || (canBeAllowed && this.#allow.has(name))) return;
    const isUndocumented = verdict === 'undocumented';
    if (isUndocumented && this.#service?.acceptedConstructs.includes(name)) return;
    const isRejected = isUndocumented && this.#service?.refusedConstructs.includes(name) === true;
    const code = findingCodeFor(kind, verdict);
    if (start === this.#syntaxStart) {
      // A write is always reported as a write. For chained comparisons, an unsupported operator is reported instead.
      const isChain = this.#tree.syntaxError?.reason === 'chained-comparison';
      if (verdict !== 'write' && !(isChain && getSeverity(code) === 'error')) return;
      this.#findings = this.#findings.filter((one) => one.code !== 'syntax' || one.start !== start);
    }
    const refined = reason ?? (isRejected ? 'rejected-construct' : undefined);
    this.addFindingUnlessFull(code, construct, name, {
      ...(refined && { reason: refined }),
      ...(data && { data }),
    });
  }

  isRejectedLevel(level: string): boolean {
    return this.#service?.refusedLevels.includes(level) === true;
  }
  /**
   * Adds an `always-refused` finding: PostgreSQL's grammar has the syntax, but PostgreSQL rejects it whatever tables
   * and columns there are. Adds nothing where the syntax tree is uncertain, as after a syntax error.
   */
  addAlwaysRefusedIfCertain(reason: OtherReason, where: Range, data?: Finding['data']): void {
    if (this.isCertain(where))
      this.addFindingUnlessFull('always-refused', where, 'always-refused', { reason, ...(data && { data }) });
  }
  addSyntaxFinding(reason: SyntaxReason, where: Range, data?: Finding['data']): void {
    this.addFindingUnlessFull('syntax', where, reason, { reason, ...(data && { data }) });
  }
  /**
   * Whether the syntax tree is certain up to the end of a range. After a syntax error, for example, the tree may not be
   * what the author intended.
   */
  isCertain({ end }: Range): boolean {
    return end <= this.#tree.certainEnd;
  }
}
