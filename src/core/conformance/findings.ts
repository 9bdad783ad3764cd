/** Collects the findings of a check, one per rule. */
import type { Response } from './requests.ts';
import {
  type Evidence,
  type Finding,
  type Observation,
  RULES,
  type RuleID,
  type UnknownReason,
  type Verdict,
} from './rules.ts';

const evidenceOf = (responses: readonly Response<unknown>[]): readonly Evidence[] =>
  responses.flatMap((response) => (response.kind === 'notSent' ? [] : [response.evidence]));

function findReason(responses: readonly Response<unknown>[]): UnknownReason {
  const isMissing = responses.length === 0 || responses.some(({ kind }) => kind === 'notSent');
  const reasons = responses.flatMap((response) => (response.kind === 'failed' ? [response.reason] : []));
  if (isMissing || reasons.includes('notReached')) return 'notReached';
  return reasons.includes('rateLimited') ? 'rateLimited' : 'failed';
}

export class Findings {
  readonly #byRule = new Map<RuleID, Finding>();

  /**
   * Sets the finding of a rule, replacing an earlier one. `responses` are those of the requests that show it. If
   * `isTrue` is undefined, the verdict is `unknown`: for `reason` or, without one, because a request was not sent or
   * for the reason why one failed.
   */
  set(
    rule: RuleID,
    isTrue: boolean | undefined,
    responses: readonly Response<unknown>[],
    { reason, seen }: { reason?: UnknownReason | undefined; seen?: Observation | undefined } = {},
  ): void {
    const verdict: Verdict = isTrue === undefined ? 'unknown' : isTrue ? 'holds' : 'fails';
    this.#byRule.set(rule, {
      rule,
      verdict,
      ...(verdict === 'unknown' ? { reason: reason ?? findReason(responses) } : {}),
      ...(seen ? { seen } : {}),
      evidence: evidenceOf(responses),
    });
  }

  /** Sets the verdict on each of `rules` to `unknown`, without evidence. */
  setUnknown(reason: UnknownReason, ...rules: readonly RuleID[]): void {
    for (const rule of rules) this.set(rule, undefined, [], { reason });
  }

  /**
   * Changes the verdicts on `rules` to `unknown`, because `responses` later contradicted them or failed. Rules without
   * a finding or with the verdict `unknown` stay as they are. If `reason` is undefined, it is the reason why a response
   * failed or was not sent.
   */
  withdraw(
    reason: UnknownReason | undefined,
    responses: readonly Response<unknown>[],
    ...rules: readonly RuleID[]
  ): void {
    for (const rule of rules) {
      const before = this.#byRule.get(rule);
      if (!before || before.verdict === 'unknown') continue;
      const evidence = [...before.evidence, ...evidenceOf(responses)];
      this.#byRule.set(rule, { rule, verdict: 'unknown', reason: reason ?? findReason(responses), evidence });
    }
  }

  /** Returns the verdict on a rule; `unknown` if none was set. */
  getVerdict(rule: RuleID): Verdict {
    return this.#byRule.get(rule)?.verdict ?? 'unknown';
  }

  /** Returns why the verdict on a rule is `unknown`; undefined if it is not, or if none was set. */
  getReason(rule: RuleID): UnknownReason | undefined {
    return this.#byRule.get(rule)?.reason;
  }

  /** Returns one finding for each rule, in the order of SERVICE.md. Rules that were never set were not reached. */
  all(): readonly Finding[] {
    return RULES.map(
      (rule) => this.#byRule.get(rule) ?? { rule, verdict: 'unknown', reason: 'notReached', evidence: [] },
    );
  }
}
