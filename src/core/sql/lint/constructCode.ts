import type { ConstructKind, ConstructVerdict } from '../dialect/construct.ts';
import type { FindingCode } from './findings.ts';

/** Returns the code of a finding about a construct. The verdict must not be `supported`. */
export function findingCodeFor(kind: ConstructKind, verdict: ConstructVerdict): FindingCode {
  if (verdict === 'write') return 'write-operation';
  if (verdict === 'undocumented') return verdict;
  return `unsupported-${kind === 'command' ? 'keyword' : kind}`;
}
