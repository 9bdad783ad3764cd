/** Collects what a check finds, one finding per rule. */
import {
  type Evidence,
  type Finding,
  type Observation,
  RULES,
  type RuleID,
  type UnknownReason,
  type Verdict,
} from './rules.ts';

/** Maximum number of requests that a finding lists. */
const MAX_EVIDENCE = 6;

export class Findings {
  readonly #found = new Map<RuleID, Finding>();

  /** Sets the finding of a rule. `isTrue` undefined means that it can't be told, for `reason`. */
  set(
    rule: RuleID,
    isTrue: boolean | undefined,
    evidence: readonly Evidence[],
    { reason = 'failed', seen }: { reason?: UnknownReason; seen?: Observation | undefined } = {},
  ): void {
    const verdict: Verdict = isTrue === undefined ? 'unknown' : isTrue ? 'holds' : 'fails';
    this.#found.set(rule, {
      rule,
      verdict,
      ...(verdict === 'unknown' ? { reason } : {}),
      ...(seen ? { seen } : {}),
      evidence: evidence.slice(0, MAX_EVIDENCE),
    });
  }

  /** Sets rules for which no request was sent or could tell. */
  unknown(reason: UnknownReason, ...rules: readonly RuleID[]): void {
    for (const rule of rules) this.set(rule, undefined, [], { reason });
  }

  /** Makes findings unknown that were set, because the service contradicted itself later. */
  withdraw(reason: UnknownReason, evidence: readonly Evidence[], ...rules: readonly RuleID[]): void {
    for (const rule of rules) {
      const before = this.#found.get(rule);
      if (before && before.verdict !== 'unknown')
        this.set(rule, undefined, [...before.evidence, ...evidence], { reason });
    }
  }

  /** Returns one finding for each rule, in the order of SERVICE.md. Rules that were never set were not reached. */
  all(): readonly Finding[] {
    return RULES.map(
      (rule) => this.#found.get(rule) ?? { rule, verdict: 'unknown', reason: 'notReached', evidence: [] },
    );
  }
}
