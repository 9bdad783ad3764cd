import type { QuestionProblem } from '../audit/query/parseQuery.ts';
import { oneLine } from './oneLine.ts';
import { type Sentence, say } from './sentence.ts';

/** Maximum length of a quoted part of the question, in UTF-16 code units, so that the sentence stays short. */
const MAX_QUOTED_LENGTH = 40;

/** Returns why a question can't be read, or what to write instead. The sentence may quote a part of `questionText`. */
export function questionProblemSentence(
  { kind, start, end, suggestion }: QuestionProblem,
  questionText: string,
): Sentence {
  const part = oneLine(questionText.slice(start, end), MAX_QUOTED_LENGTH);
  switch (kind) {
    case 'unclosedQuote':
      return say('The closing quotation mark is missing.');
    case 'quoteInside':
      return say('Put the whole text in quotation marks, and write \\" for one inside it.');
    case 'afterQuote':
      return say('Write a space after the closing quotation mark.');
    case 'unknownField':
      if (part === '') return say('Write a field before the colon, or put the text in quotation marks.');
      return suggestion === undefined
        ? say('There is no field “{0}”. To search for a text with a colon, put it in quotation marks.', part)
        : say('There is no field “{0}”. Did you mean “{1}”?', part, suggestion);
    case 'noValue':
      return say('Write a value, without a space before it.');
    case 'noTerm':
      return say('Write what to leave out directly after the minus sign.');
    case 'operator':
      return say(
        'All terms must be met. For one of several values, write field:a,b. To leave one out, write -field:a. To search for “{0}”, put it in quotation marks.',
        part,
      );
    case 'parenthesis':
      return say('Terms can’t be grouped. To search for a parenthesis, put the text in quotation marks.');
    case 'noDuration':
      return say('“{0}” is not a duration. Write for example 30m, 24h, 7d, or 2w.', part);
    case 'noTime':
      return say(
        '“{0}” is not a time. Write for example 2026-01-31, "2026-01-31 14:05", today, yesterday, or 2h.',
        part,
      );
    case 'timeList':
      return say('Only one time is possible here.');
    case 'negatedTime':
      return say('A time can’t be left out. Use since: and until: instead.');
    case 'emptyText':
      return say('There is no text between the quotation marks.');
    case 'invisible':
      return say(
        '“{0}” contains invisible characters. To search for them, put the text in quotation marks.',
        part,
      );
    case 'tooLong':
      return say('The question is too long.');
    case 'status':
      return say('“{0}” is not a status. Write for example 404, 4xx, or >=400.', part);
    case 'comparison':
      return say('Only status can be compared. To search for “{0}”, put it in quotation marks.', part);
    case 'network':
      return say('“{0}” is not a network. Write for example 10.0.0.0/8.', part);
  }
}
