import * as vscode from 'vscode';
import type { QuestionProblem } from '../../core/audit/query/parseQuery.ts';
import { oneLine } from '../../core/messages/oneLine.ts';

const MAX_QUOTED = 40;

export function describeQuestionProblem(
  { kind, start, end, suggestion }: QuestionProblem,
  questionText: string,
): string {
  const part = oneLine(questionText.slice(start, end), MAX_QUOTED);
  switch (kind) {
    case 'unclosedQuote':
      return vscode.l10n.t('The closing quotation mark is missing.');
    case 'quoteInside':
      return vscode.l10n.t('Put the whole text in quotation marks, and write \\" for one inside it.');
    case 'afterQuote':
      return vscode.l10n.t('Write a space after the closing quotation mark.');
    case 'unknownField':
      if (part === '')
        return vscode.l10n.t('Write a field before the colon, or put the text in quotation marks.');
      return suggestion === undefined
        ? vscode.l10n.t(
            'There is no field “{0}”. To search for a text with a colon, put it in quotation marks.',
            part,
          )
        : vscode.l10n.t('There is no field “{0}”. Did you mean “{1}”?', part, suggestion);
    case 'noValue':
      return vscode.l10n.t('Write a value, without a space before it.');
    case 'noTerm':
      return vscode.l10n.t('Write what to leave out directly after the minus sign.');
    case 'operator':
      return vscode.l10n.t(
        'All terms must be met. For one of several values, write field:a,b. To leave one out, write -field:a. To search for “{0}”, put it in quotation marks.',
        part,
      );
    case 'parenthesis':
      return vscode.l10n.t(
        'Terms can’t be grouped. To search for a parenthesis, put the text in quotation marks.',
      );
    case 'noDuration':
      return vscode.l10n.t('“{0}” is not a duration. Write for example 30m, 24h, 7d, or 2w.', part);
    case 'noTime':
      return vscode.l10n.t(
        '“{0}” is not a time. Write for example 2026-01-31, "2026-01-31 14:05", today, yesterday, or 2h.',
        part,
      );
    case 'timeList':
      return vscode.l10n.t('Only one time is possible here.');
    case 'negatedTime':
      return vscode.l10n.t('A time can’t be left out. Use since: and until: instead.');
    case 'emptyText':
      return vscode.l10n.t('There is no text between the quotation marks.');
    case 'invisible':
      return vscode.l10n.t(
        '“{0}” contains invisible characters. To search for them, put the text in quotation marks.',
        part,
      );
    case 'tooLong':
      return vscode.l10n.t('The question is too long.');
    case 'status':
      return vscode.l10n.t('“{0}” is not a status. Write for example 404, 4xx, or >=400.', part);
    case 'comparison':
      return vscode.l10n.t(
        'Only status can be compared. To search for “{0}”, put it in quotation marks.',
        part,
      );
    case 'network':
      return vscode.l10n.t('“{0}” is not a network. Write for example 10.0.0.0/8.', part);
  }
}
