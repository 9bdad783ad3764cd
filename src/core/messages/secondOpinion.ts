/** Sentences for what the second parser says. Its own messages only list expected characters. */
import { followed, type Sentence, say } from './sentence.ts';

const onlyWarning = say('Warning only: your settings allow constructs that are not fully checked.');

/** `found` is the source where it stopped, '' at the end of the statement. */
export function secondOpinionSentence(found: string): Sentence {
  if (found === '') return followed(say('Syntax likely incomplete at the end.'), onlyWarning);
  return followed(
    say('Syntax likely wrong at or before “{0}”.', found.length > 40 ? `${found.slice(0, 39)}…` : found),
    onlyWarning,
  );
}
