import { findConstruct } from '../sql/dialect/constructs.ts';
import type { Finding, RefusalReason, SyntaxReason } from '../sql/lint/findings.ts';
import type { ExpectedSyntax } from '../sql/syntax/reasons.ts';
import { appendSentence, type Sentence, say, withArguments } from './sentence.ts';

const syntaxSentences: Readonly<Record<SyntaxReason, Sentence>> = {
  'unclosed-string': say('Unterminated string literal.'),
  'unclosed-identifier': say('Unterminated quoted identifier.'),
  'unclosed-comment': say('Unterminated comment. Add */.'),
  'unclosed-dollar-quote': say('Unterminated dollar-quoted string.'),
  'unclosed-placeholder': say('Unterminated placeholder. Add }.'),
  'unclosed-parenthesis': say('Unmatched opening parenthesis.'),
  'stray-parenthesis': say('Unmatched closing parenthesis.'),
  'bad-number': say('Invalid number: letters follow the digits.'),
  'nul-character': say('Unexpected NUL character. Remove it.'),
  'bad-escape': say('Invalid escape sequence. Write the character itself.'),
  'empty-identifier': say('Empty quoted identifier. Use single quotes for text.'),
  backtick: say('Backticks are not supported. Use double quotes for names, single quotes for text.'),
  'typographic-quote': say('Typographic quote. Use straight quotes: single for text, double for names.'),
  'invisible-character': say('Invisible or special whitespace. Replace it with a space.'),
  'unexpected-character': say('Unexpected character.'),
  'unknown-statement': say('Unexpected statement. Expected SELECT.'),
  'unexpected-end': say('Unexpected end of statement.'),
  'unexpected-token': say('Unexpected token.'),
  'missing-operator': say('Expected an operator, a comma, or AND before this.'),
  'missing-join': say('Expected JOIN.'),
  'missing-join-condition': say('Expected ON with a join condition before this.'),
  'chained-comparison': say('Comparisons can’t be chained. Combine two of them with AND.'),
  'clause-order': say('Clause out of order. Move it before the preceding clause.'),
  'repeated-clause': say('Duplicate clause.'),
  'second-statement': say('A second SELECT starts here. Put a semicolon before it.'),
  'limit-comma': say('LIMIT takes one number. Use LIMIT count OFFSET start.'),
  'parenthesized-table': say('Parentheses must contain a join or a SELECT, not a single table.'),
  'too-many-name-parts': say('A table name has at most three parts.'),
  'star-without-from': say('FROM is missing. * needs a table.'),
  'too-deep': say('Parentheses are nested too deeply.'),
};

const alwaysRefusedSentences: Readonly<Record<RefusalReason, Sentence>> = {
  'name-parts': say('Always rejected: a column name has at most four parts.'),
  'nested-aggregate': say('Always rejected: aggregate functions can’t be nested.'),
  'aggregate-place': say('Always rejected: no aggregate functions in {0}.'),
  'count-of-columns': say('Always rejected: {0} can’t depend on a column.'),
  'count-too-large': say('Always rejected: {0} is larger than 9223372036854775807.'),
  'count-negative': say('Always rejected: {0} can’t be negative.'),
  'column-without-from': say('Always rejected: FROM is missing. A column needs a table.'),
  'bit-digits': say('Always rejected: invalid digit. Use 0 and 1 after B, 0–9 and A–F after X.'),
};

const lessOrEqual = say('Use NOT (a > b).');
const notEqual = say('Use NOT (a = b).');
const joinOn = say('Use JOIN … ON with a condition.');
const limit = say('Use LIMIT.');
const separately = say('Run each SELECT separately.');
const compareRows = say('Run each SELECT separately, then compare the rows.');
const compute = say('Select the columns and compute afterwards.');
const likePatterns = say('LIKE differs: its patterns have only % and _.');

const replacementHints: Readonly<Record<string, Sentence>> = {
  '>=': say('Use NOT (a < b).'),
  '<=': lessOrEqual,
  '<>': notEqual,
  '!=': notEqual,
  '==': say('Use =.'),
  IN: say('Use (a = x OR a = y).'),
  BETWEEN: say('Use NOT (a < x) AND NOT (a > y).'),
  USING: say('Use ON a.x = b.x.'),
  'CROSS JOIN': joinOn,
  NATURAL: joinOn,
  'FETCH FIRST': limit,
  'FETCH NEXT': limit,
  ROWS: say('Use OFFSET with only the number.'),
  'LIMIT ALL': say('Omit LIMIT.'),
  TOP: say('Use LIMIT at the end.'),
  ISNULL: say('Use IS NULL.'),
  NOTNULL: say('Use IS NOT NULL.'),
  'ORDER BY': say('Omit it and sort the loaded rows; with LIMIT, the rows may differ.'),
  DISTINCT: say('Omit it; the vault returns every row.'),
  // The constructs below have no equivalent in the dialect. Their hints suggest what to do instead.
  'GROUP BY': say('There is no equivalent. Query each group separately with WHERE.'),
  UNION: separately,
  'UNION ALL': separately,
  INTERSECT: compareRows,
  EXCEPT: compareRows,
  EXISTS: say('A JOIN differs: it repeats a row for each match.'),
  CASE: say('Select the columns and apply the condition afterwards.'),
  '+': compute,
  '*': compute,
  '/': compute,
  // This operator is more often part of a pattern without quotes, as in `LIKE CA%`, than a remainder.
  '%': say(
    'Put a pattern such as CA% in single quotes; for remainders, select the columns and compute afterwards.',
  ),
  '||': say('Select the columns and concatenate afterwards.'),
  '~': likePatterns,
  '~*': say('ILIKE differs: its patterns have only % and _.'),
  'SIMILAR TO': likePatterns,
};

const ignoreCase = say('ILIKE ignores case but differs: % and _ in its pattern are wildcards.');
const timeAsText = say('Write the time as text.');

const functionReplacementHints: Readonly<Record<string, Sentence>> = {
  LOWER: ignoreCase,
  UPPER: ignoreCase,
  CAST: say('Write the value as text.'),
  NOW: timeAsText,
  CURRENT_DATE: say('Write the date as text.'),
  CURRENT_TIMESTAMP: timeAsText,
};

const unsupportedSentences: Readonly<Record<string, Sentence>> = {
  PARAMETER: say('Numbered parameters are not supported. Use :name; Run asks for its value.'),
  'TYPED LITERAL': say('A type before a value is not supported. Write the value as text.'),
  'STAR CHANGE': say('Changes to * are not supported. Name the columns.'),
  '[': say('Array elements are not supported.'),
  '.': say('Fields of a value are not supported.'),
  OPERATOR: say('Operators qualified by a schema are not supported.'),
  '-': say('Arithmetic is not supported; only a number may have a sign.'),
  '::': say('Casts are not supported. Write the value as text.'),
};

const undocumentedSentences: Readonly<Record<string, Sentence>> = {
  '?': say('? is documented only for encrypted columns, and this column may not be one.'),
  TRUE: say('TRUE is undocumented; the vault may reject it.'),
  FALSE: say('FALSE is undocumented; the vault may reject it.'),
  'SELECT ALL': say('ALL is undocumented and has no effect here. Omit it.'),
  'COMMA JOIN': say('A comma between tables is undocumented; the vault may reject it. Use JOIN … ON.'),
  'PARENTHESIZED JOIN': say('A parenthesized join is undocumented; the vault may reject it.'),
  'PARENTHESIZED SELECT': say('Parentheses around the statement are undocumented. Remove them.'),
  'SELECT WITHOUT FROM': say('SELECT without FROM is undocumented; the vault may reject it.'),
  'ROW VALUE': say('A parenthesized list is undocumented; the vault may reject it.'),
  'WHOLE-ROW VALUE': say('A whole row as a value is undocumented; the vault may reject it. Name a column.'),
  'THREE-PART TABLE': say('A table name of three parts is undocumented; the vault may reject it.'),
  'NON-DECIMAL LITERAL': say('Only decimal numbers are common; the vault may reject this one.'),
  'COLUMN ALIASES': say('Column aliases of a table are undocumented; the vault may reject them.'),
  'DOLLAR QUOTES': say('Dollar-quoted strings are undocumented. Use single quotes.'),
  'STRING PREFIX': say('String prefixes are undocumented. Use a plain string.'),
  'COMPARISON WITH NULL': say('A comparison with NULL is never true. Use IS NULL or IS NOT NULL.'),
  'TEST WITHOUT IS': say(
    'The service documents this form, but only IS NULL and IS NOT NULL are sure to work.',
  ),
  'LIMIT EXPRESSION': say('Only a whole number can be paged. This statement is sent once, unchanged.'),
};

/** Returns the message for a finding. `text` is the source text that the finding's offsets refer to. */
export function createFindingSentence(finding: Finding, text = ''): Sentence {
  const { code, construct, data, reason } = finding;
  switch (code) {
    case 'write-operation':
      return say('{0} is not read-only. The vault runs only SELECT.', construct);
    case 'unsupported-keyword':
    case 'unsupported-operator':
    case 'unsupported-function':
      return unsupportedSentence(finding);
    case 'syntax':
      return syntaxSentence(finding, text);
    case 'transient-where':
    case 'encryption-conditional':
      return columnPolicySentence(code, reason === 'renamed', data);
    case 'literal-in-audit-log':
      return say('The audit trail stores this value in plain text.');
    case 'undocumented':
      return undocumentedSentence(finding);
    case 'always-refused':
      return withArguments(alwaysRefusedSentences[reason as RefusalReason], data?.clause ?? '');
    case 'quoted-value':
      // The message must not contain the value, because the editor logs the message of each finding at trace level.
      return say('Double quotes enclose a name. Use single quotes for a value.');
    // These messages do not contain the name, because it may be a value without quotes.
    case 'unknown-table':
      return data?.suggestion === undefined
        ? say('Unknown table; the vault may reject it.')
        : say('Unknown table. Did you mean {0}?', data.suggestion);
    case 'unknown-column':
      return data?.suggestion === undefined
        ? say('Unknown column; the vault may reject it.')
        : say('Unknown column. Did you mean {0}?', data.suggestion);
  }
}

function columnPolicySentence(
  code: 'transient-where' | 'encryption-conditional',
  isRenamed: boolean,
  data: Finding['data'],
): Sentence {
  const [table, column, name] = [data?.table ?? '', data?.column ?? '', data?.name ?? ''];
  if (code === 'transient-where') {
    return isRenamed
      ? say(
          '{2} may be {0}.{1}, which uses transient tokenization; conditions on it are not supported.',
          table,
          column,
          name,
        )
      : say('{0}.{1} uses transient tokenization; conditions on it are not supported.', table, column);
  }
  return isRenamed
    ? say(
        '{2} may be {0}.{1}, whose column-level encryption is disabled; ? is not supported on it.',
        table,
        column,
        name,
      )
    : say('Column-level encryption is disabled for {0}.{1}; ? is not supported on it.', table, column);
}

const unexpectedTokenSentences: Readonly<Record<ExpectedSyntax['kind'], Sentence>> = {
  column: say('Unexpected {0}. Expected a column or a value.'),
  table: say('Unexpected {0}. Expected a table.'),
  name: say('Unexpected {0}. Expected a name.'),
  type: say('Unexpected {0}. Expected a type.'),
  number: say('Unexpected {0}. Expected a number.'),
  word: say('Unexpected {0}. Expected {1}.'),
};
const expectedSentences: Readonly<Record<ExpectedSyntax['kind'], Sentence>> = {
  column: say('Expected a column or a value.'),
  table: say('Expected a table.'),
  name: say('Expected a name.'),
  type: say('Expected a type.'),
  number: say('Expected a number.'),
  word: say('Expected {0}.'),
};

function syntaxSentence({ reason, data, start }: Finding, text: string): Sentence {
  if (data?.suggestion !== undefined) return say('Did you mean {0}?', data.suggestion);
  const character = text[start];
  if ((reason === 'stray-parenthesis' || reason === 'unclosed-parenthesis') && character !== undefined)
    return say('Unmatched {0}.', `'${character}'`);
  const expected = data?.expected as ExpectedSyntax['kind'] | undefined;
  const isPlain = reason === 'unexpected-token' || reason === 'unexpected-end';
  const word = data?.word === undefined ? [] : [data.word];
  if (isPlain && expected !== undefined) {
    return data?.found === undefined
      ? withArguments(expectedSentences[expected], ...word)
      : withArguments(unexpectedTokenSentences[expected], `'${data.found}'`, ...word);
  }
  if (reason === 'unexpected-token' && data?.found !== undefined)
    return say('Unexpected {0}.', `'${data.found}'`);
  return syntaxSentences[reason as SyntaxReason];
}

function unsupportedSentence({ code, construct, reason }: Finding): Sentence {
  if (reason === 'subquery') return say('Subqueries are not supported.');
  if (reason === 'table-function')
    return say('The vault reads tables, not functions such as {0}.', construct);
  if (code === 'unsupported-function') {
    const known = say(
      'Function {0} is not supported. Use AVG, SUM, COUNT, MIN, MAX, or REDACTION.',
      construct,
    );
    const hint = Object.hasOwn(functionReplacementHints, construct)
      ? functionReplacementHints[construct]
      : undefined;
    return hint ? appendSentence(known, hint) : known;
  }
  // In a call, DISTINCT decides which values are aggregated; in a SELECT list, which rows are displayed.
  if (reason === 'arguments') {
    const known = say('{0} is not supported in a function call.', construct);
    return construct === 'DISTINCT'
      ? appendSentence(
          known,
          say(
            'Omit it in MIN and MAX; elsewhere, there is no equivalent. Column statistics count the distinct values of the loaded rows.',
          ),
        )
      : known;
  }
  if (reason === 'unknown-type') {
    return say('An operator is missing, or a type precedes a value, which is not supported.');
  }
  const own = Object.hasOwn(unsupportedSentences, construct) ? unsupportedSentences[construct] : undefined;
  if (own) return own;
  const hint = Object.hasOwn(replacementHints, construct) ? replacementHints[construct] : undefined;
  if (hint) return appendSentence(say('{0} is not supported.', construct), hint);
  if (findConstruct(construct)?.kind === 'command') {
    return say('The vault runs only SELECT, not {0}.', construct);
  }
  return reason === 'foreign'
    ? say('{0} belongs to another SQL dialect and is not supported.', construct)
    : say('{0} is not supported.', construct);
}

function undocumentedSentence({ construct, reason, data }: Finding): Sentence {
  if (reason === 'rejected-level')
    return say('The service rejected this redaction level when it was checked.');
  if (reason === 'rejected-construct') return say('The service rejected this construct when it was checked.');
  if (reason === 'redaction-level') {
    if (data?.suggestion !== undefined) return say('Did you mean {0}?', data.suggestion);
    return say(
      'Unknown redaction level; the vault may reject it. Use DEFAULT, REDACTED, MASKED, or PLAIN_TEXT.',
    );
  }
  if (reason === 'arguments') {
    return say('Unusual number of arguments; the vault may reject this call.');
  }
  const own = Object.hasOwn(undocumentedSentences, construct) ? undocumentedSentences[construct] : undefined;
  return own ?? say('This is undocumented; the vault may reject it.');
}
