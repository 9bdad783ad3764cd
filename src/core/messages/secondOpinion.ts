/** Sentences for what the second parser says. Its own messages list expected characters and help nobody. */
import { type Sentence, say } from './sentence.ts';

/** `found` is the source at the place where it stopped, '' at the end of the statement. */
export function secondOpinionSentence(found: string): Sentence {
  if (found === '')
    return say(
      'A second parser expects more at the end of this statement. It counts only as a warning: your settings allow constructs here that the check does not read in full.',
    );
  return say(
    'A second parser cannot read on from “{0}”: it, or something before it, may be wrong. It counts only as a warning: your settings allow constructs here that the check does not read in full.',
    found.length > 40 ? `${found.slice(0, 39)}…` : found,
  );
}
