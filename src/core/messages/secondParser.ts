import { appendSentence, type Sentence, say } from './sentence.ts';

const onlyWarning = say('Warning only: your settings allow constructs that are not fully checked.');

const isWordOrOperator = (rejectedText: string): boolean =>
  /^(?:[\p{L}_][\p{L}\p{N}_]*|[^\s\p{L}\p{N}_'"$]+)$/u.test(rejectedText);

/**
 * Returns the warning for a statement that the second parser rejects. `rejectedText` is the source text at which the parser
 * stopped, or '' at the end of the statement. It is quoted only if it is a word or an operator, because the editor may
 * log the message.
 */
export function secondParserSentence(rejectedText: string): Sentence {
  if (rejectedText === '') return appendSentence(say('Syntax likely incomplete at the end.'), onlyWarning);
  if (!isWordOrOperator(rejectedText))
    return appendSentence(say('Syntax error here or just before.'), onlyWarning);
  return appendSentence(
    say(
      'Syntax error at or just before “{0}”.',
      rejectedText.length > 40 ? `${rejectedText.slice(0, 39)}…` : rejectedText,
    ),
    onlyWarning,
  );
}
