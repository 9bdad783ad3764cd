/** Sentences for what the second parser says. Its own messages only list expected characters. */
import { followed, type Sentence, say } from './sentence.ts';

const onlyWarning = say(
  'This is only a warning: your settings allow constructs that the check reads in part.',
);

/** `found` is the source where it stopped, '' at the end of the statement. */
export function secondOpinionSentence(found: string): Sentence {
  if (found === '')
    return followed(say('A second parser expects more at the end of this statement.'), onlyWarning);
  return followed(
    say(
      'A second parser stops at “{0}”; it, or something before it, may be wrong.',
      found.length > 40 ? `${found.slice(0, 39)}…` : found,
    ),
    onlyWarning,
  );
}
