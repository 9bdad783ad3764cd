import type { RequestOutcome } from './requests.ts';
import {
  type Evidence,
  type Finding,
  type Observation,
  RULE_IDS,
  type RuleID,
  type UnknownReason,
  type Verdict,
} from './rules.ts';

const collectEvidence = (responses: readonly RequestOutcome<unknown>[]): readonly Evidence[] =>
  responses.flatMap((response) => (response.kind === 'notSent' ? [] : [response.evidence]));

function findReason(responses: readonly RequestOutcome<unknown>[]): UnknownReason {
  const isMissing = responses.length === 0 || responses.some(({ kind }) => kind === 'notSent');
  const reasons = responses.flatMap((response) => (response.kind === 'failed' ? [response.reason] : []));
  if (isMissing || reasons.includes('notReached')) return 'notReached';
  return reasons.includes('rateLimited') ? 'rateLimited' : 'failed';
}

export class Findings {
  readonly #byRule = new Map<RuleID, Finding>();

  /** Sets the finding of a rule, replacing an earlier one. If `isTrue` is undefined, the verdict is `unknown`. */
  set(
    rule: RuleID,
    isTrue: boolean | undefined,
    responses: readonly RequestOutcome<unknown>[],
    { reason, seen }: { reason?: UnknownReason | undefined; seen?: Observation | undefined } = {},
  ): void {
    const verdict: Verdict = isTrue === undefined ? 'unknown' : isTrue ? 'holds' : 'fails';
    this.#byRule.set(rule, {
      rule,
      verdict,
      ...(verdict === 'unknown' ? { reason: reason ?? findReason(responses) } : {}),
      ...(seen ? { seen } : {}),
      evidence: collectEvidence(responses),
    });
  }

  setUnknown(reason: UnknownReason, ...rules: readonly RuleID[]): void {
    for (const rule of rules) this.set(rule, undefined, [], { reason });
  }

  /**
   * Changes the verdicts `holds` and `fails` on `rules` to `unknown`, and adds `responses` to the evidence. Without
   * `reason`, the reason is derived from `responses`. Rules without a finding stay as they are.
   */
  resetVerdictsToUnknown(
    reason: UnknownReason | undefined,
    responses: readonly RequestOutcome<unknown>[],
    ...rules: readonly RuleID[]
  ): void {
    for (const rule of rules) {
      const before = this.#byRule.get(rule);
      if (!before || before.verdict === 'unknown') continue;
      const evidence = [...before.evidence, ...collectEvidence(responses)];
      this.#byRule.set(rule, { rule, verdict: 'unknown', reason: reason ?? findReason(responses), evidence });
    }
  }

  getVerdict(rule: RuleID): Verdict {
    return this.#byRule.get(rule)?.verdict ?? 'unknown';
  }

  getReason(rule: RuleID): UnknownReason | undefined {
    return this.#byRule.get(rule)?.reason;
  }

  /** Returns one finding for each rule, in the order of SERVICE.md. */
  listFindingsOfAllRules(): readonly Finding[] {
    return RULE_IDS.map(
      (rule) => this.#byRule.get(rule) ?? { rule, verdict: 'unknown', reason: 'notReached', evidence: [] },
    );
  }
}
