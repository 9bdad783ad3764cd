/** Sentences for what the second parser says. Its own messages only list expected characters. */
import { followed, type Sentence, say } from './sentence.ts';

const onlyWarning = say('Warning only: your settings allow constructs that are not fully checked.');

/** A word or an operator; all that may hold a value has a quote, a dollar sign, or a digit in front. */
const isHarmless = (found: string): boolean =>
  /^(?:[\p{L}_][\p{L}\p{N}_]*|[^\s\p{L}\p{N}_'"$]+)$/u.test(found);

/** `found` is the source where it stopped, '' at the end of the statement. The editor may log what is said of it. */
export function secondOpinionSentence(found: string): Sentence {
  if (found === '') return followed(say('Syntax likely incomplete at the end.'), onlyWarning);
  if (!isHarmless(found)) return followed(say('Syntax likely wrong at or before this place.'), onlyWarning);
  return followed(
    say('Syntax likely wrong at or before “{0}”.', found.length > 40 ? `${found.slice(0, 39)}…` : found),
    onlyWarning,
  );
}
