import type { GapDescription } from '../audit/handover/records.ts';
import { type Sentence, say } from './sentence.ts';

/** Returns what a collector reports about a gap. The times in it are the service's, which do not name a time zone. */
export function gapSentence({ above, below, isOpenEnded, closedAt }: GapDescription): Sentence {
  if (closedAt !== undefined) return say('A gap was closed: the missing audit events were fetched.');
  const [end, start] = [above?.timestamp, below?.timestamp];
  if (end === undefined) return say('Audit events may be missing.');
  if (isOpenEnded || start === undefined) return say('Audit events before {0} may be missing.', end);
  return say('Audit events between {0} and {1} may be missing.', start, end);
}
