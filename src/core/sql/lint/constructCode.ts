/** The code of a finding on a construct. */
import type { ConstructKind, Verdict } from '../dialect/construct.ts';
import type { FindingCode } from './findings.ts';

/** The code for a construct that the vault does not accept, or is not known to. */
export function codeOf(kind: ConstructKind, verdict: Verdict): FindingCode {
  if (verdict === 'write') return 'write-operation';
  if (verdict === 'undocumented') return verdict;
  return `unsupported-${kind === 'command' ? 'keyword' : kind}`;
}
