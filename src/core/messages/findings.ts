/** Sentences for findings: what stands there, what the rule is, and what to write instead where that is known. */
import { findConstruct } from '../sql/dialect/constructs.ts';
import type { Finding, RefusalReason, SyntaxReason } from '../sql/lint/findings.ts';
import type { Expected } from '../sql/syntax/reasons.ts';
import { type Sentence, say } from './sentence.ts';

const syntaxSentences: Readonly<Record<SyntaxReason, string>> = {
  'unclosed-string': 'This text is not closed: its closing single quote is missing.',
  'unclosed-identifier': 'This quoted name is not closed: its closing double quote is missing.',
  'unclosed-comment': 'This comment is not closed: */ is missing.',
  'unclosed-dollar-quote': 'This dollar-quoted text is not closed: its closing tag is missing.',
  'unclosed-placeholder': 'This placeholder is not closed: its } is missing.',
  'unclosed-parenthesis': 'This bracket is not closed.',
  'stray-parenthesis': 'This bracket closes nothing.',
  'bad-number': 'This is not a number: letters follow its digits.',
  'nul-character': 'Unexpected NUL character. Remove it.',
  'bad-escape': 'Invalid character code. Write the character itself.',
  'empty-identifier': 'A quoted name cannot be empty. Text stands in single quotes.',
  backtick: 'Backticks are of another dialect. Put names in double quotes, text in single quotes.',
  'typographic-quote':
    'This is a typographic quote. Put text in straight single quotes, names in double quotes.',
  'invisible-character':
    'There is an invisible or special blank here, which would be read as a letter. Replace it by a blank.',
  'unexpected-character': 'This character has no meaning in SQL here.',
  'unknown-statement': 'A statement for the vault begins with SELECT.',
  'unexpected-end': 'The statement ends too early: something is missing here.',
  'unexpected-token': 'This cannot stand here.',
  'missing-operator': 'An operator, a comma or AND is missing before this.',
  'missing-join': 'JOIN is missing here.',
  'missing-join-condition': 'The join before this has no condition: ON is missing.',
  'chained-comparison': 'Comparisons cannot be chained. Join two of them with AND.',
  'clause-order': 'This clause stands too late: a clause that comes after it stands before it.',
  'repeated-clause': 'This clause is there already.',
  'second-statement': 'A second SELECT begins here. Put a semicolon before it.',
  'limit-comma': 'LIMIT takes one number. Write LIMIT count OFFSET start.',
  'parenthesized-table': 'Only a join or a SELECT can stand in brackets here, not a single table.',
  'too-many-name-parts': 'The name of a table has three parts at most.',
  'star-without-from': 'There is no table to read from: FROM is missing.',
  'too-deep': 'Brackets are nested too deeply to be read.',
};

/** What PostgreSQL refuses though its grammar has it. */
const refusals: Readonly<Record<RefusalReason, string>> = {
  'name-parts': 'Always refused: a column name has at most four parts.',
  'nested-aggregate': 'Always refused: aggregate functions can’t be nested.',
  'aggregate-place': 'Always refused: no aggregate functions in {0}.',
  'count-of-columns': 'Always refused: {0} can’t depend on a column.',
  'count-too-large': 'Always refused: {0} is larger than 9223372036854775807.',
  'count-negative': 'Always refused: {0} can’t be negative.',
  'bit-digits': 'Always refused: invalid digit. Use 0 and 1 after B, 0–9 and A–F after X.',
};

const instead: Readonly<Record<string, string>> = {
  '>=': 'Write NOT (a < b).',
  '<=': 'Write NOT (a > b).',
  '<>': 'Write NOT (a = b).',
  '!=': 'Write NOT (a = b).',
  '==': 'Write =.',
  IN: 'Write (a = x OR a = y).',
  BETWEEN: 'Write NOT (a < x) AND NOT (a > y).',
  USING: 'Write ON a.x = b.x.',
  'CROSS JOIN': 'Write JOIN … ON with a condition.',
  NATURAL: 'Write JOIN … ON with a condition.',
  'FETCH FIRST': 'Write LIMIT.',
  'FETCH NEXT': 'Write LIMIT.',
  ROWS: 'Write OFFSET with the number alone.',
  'LIMIT ALL': 'Leave LIMIT out.',
  TOP: 'Write LIMIT at the end.',
  ISNULL: 'Write IS NULL.',
  NOTNULL: 'Write IS NOT NULL.',
  'ORDER BY': 'Leave it out, and sort the rows once they are loaded; with a LIMIT those may be others.',
  DISTINCT: 'Leave it out: the vault returns rows as they are.',
  // No statement of the dialect means the same; the nearest thing, and how it differs.
  'GROUP BY': 'Nothing else means the same: ask for each group by itself, with WHERE.',
  UNION: 'Run each SELECT by itself.',
  'UNION ALL': 'Run each SELECT by itself.',
  INTERSECT: 'Run each SELECT by itself, and compare the rows.',
  EXCEPT: 'Run each SELECT by itself, and compare the rows.',
  EXISTS: 'A JOIN is not the same: it gives a row as often as it has partners.',
  CASE: 'Read the columns, and choose afterwards.',
  '+': 'Read the columns, and compute afterwards.',
  '*': 'Read the columns, and compute afterwards.',
  '/': 'Read the columns, and compute afterwards.',
  // `LIKE CA%`: more often a pattern without its quotes than a remainder.
  '%': 'A pattern such as CA% stands in single quotes; for remainders, read the columns and compute afterwards.',
  '||': 'Read the columns, and put them together afterwards.',
  '~': 'LIKE is not the same: its patterns know % and _ only.',
  '~*': 'ILIKE is not the same: its patterns know % and _ only.',
  'SIMILAR TO': 'LIKE is not the same: its patterns know % and _ only.',
};

/** As `instead`, for functions. */
const insteadOfFunction: Readonly<Record<string, string>> = {
  LOWER: 'ILIKE ignores capitals, but is not the same: % and _ in its pattern stand for any characters.',
  UPPER: 'ILIKE ignores capitals, but is not the same: % and _ in its pattern stand for any characters.',
  CAST: 'Write the value as text.',
  NOW: 'Write the time as text.',
  CURRENT_DATE: 'Write the date as text.',
  CURRENT_TIMESTAMP: 'Write the time as text.',
};

/** Constructs whose names in the table are ours, not SQL's. */
const unsupportedSentences: Readonly<Record<string, string>> = {
  PARAMETER: 'Numbered parameters have no values here. Write :name; its value is asked for before sending.',
  'TYPED LITERAL': 'The vault does not support a type before a value. Write the value as text.',
  'STAR CHANGE': 'The vault does not support changes to *. Name the columns.',
  '[': 'The vault does not support elements of arrays.',
  '.': 'The vault does not support fields of a value.',
  OPERATOR: 'The vault does not support operators by their schema.',
  '-': 'The vault does not support arithmetic; only a number may have a sign.',
  '::': 'The vault does not support casts. Write the value as text.',
};

const unsure: Readonly<Record<string, string>> = {
  '?': 'The vault knows ? only as a condition on encrypted columns, and nothing says that this one is.',
  TRUE: 'TRUE is not named among what the vault accepts; it may refuse it.',
  FALSE: 'FALSE is not named among what the vault accepts; it may refuse it.',
  'SELECT ALL': 'ALL is not named among what the vault accepts, and means nothing here. Leave it out.',
  'COMMA JOIN': 'A comma between tables is not named among what the vault accepts. Write JOIN … ON.',
  'PARENTHESIZED JOIN':
    'Brackets around a join are not named among what the vault accepts; it may refuse them.',
  'PARENTHESIZED SELECT':
    'Brackets around the statement are not named among what the vault accepts. Leave them out.',
  'SELECT WITHOUT FROM': 'A SELECT without FROM reads no table; the vault may refuse it.',
  'ROW VALUE': 'A list in brackets is not named among what the vault accepts; it may refuse it.',
  'COLUMN ALIASES': 'Names for the columns of a table are not named among what the vault accepts.',
  'DOLLAR QUOTES':
    'Dollar quotes are not named among what the vault accepts. Write the text in single quotes.',
  'STRING PREFIX': 'A letter before text is not named among what the vault accepts. Write plain text.',
  'COMPARISON WITH NULL': 'A comparison with NULL is never true. Write IS NULL or IS NOT NULL.',
  'TEST WITHOUT IS':
    'The vault’s documents write this test so; SQL wants IS NULL or IS NOT NULL, which is sure to work.',
  'LIMIT EXPRESSION': 'Only a whole number can be paged; this statement is sent once, as it is.',
};

/** The sentence of a finding, as a constant template with its arguments. */
export function findingSentence(finding: Finding): Sentence {
  const { code, construct, data, reason } = finding;
  switch (code) {
    case 'write-operation':
      return say('{0} is not a read. The vault runs SELECT only, so this is never sent.', construct);
    case 'unsupported-keyword':
    case 'unsupported-operator':
    case 'unsupported-function':
      return unsupported(finding);
    case 'syntax':
      return syntax(finding);
    case 'limit-over-page':
      return say(
        'The vault returns {1} records a request at most: LIMIT {0} is read in several pages.',
        data?.limit ?? '',
        data?.pageSize ?? '',
      );
    case 'transient-where':
      return say(
        reason === 'renamed'
          ? '{2} may be {0}.{1}, which uses transient tokenization: not supported in a condition.'
          : '{0}.{1} uses transient tokenization: the vault does not support it in a condition.',
        data?.table ?? '',
        data?.column ?? '',
        data?.name ?? '',
      );
    case 'encryption-conditional':
      return say(
        reason === 'renamed'
          ? '{2} may be {0}.{1}, whose column-level encryption is disabled: ? is not supported.'
          : '? is not supported on {0}.{1}: its column-level encryption is disabled.',
        data?.table ?? '',
        data?.column ?? '',
        data?.name ?? '',
      );
    case 'literal-in-audit-log':
      return say('This value is stored in the audit trail, in the clear, as part of the query’s text.');
    case 'undocumented':
      return undocumented(finding);
    case 'always-refused':
      return say(refusals[reason as RefusalReason], data?.clause ?? '');
    case 'quoted-value':
      // Without the value: at trace level the editor writes each finding's message to its log.
      return say('Double quotes hold a name. Use single quotes for a value.');
  }
}

/** By what was expected, with `{0}` for what is there, where that can be repeated. */
const unexpected: Readonly<Record<Expected['kind'], string>> = {
  column: 'Unexpected {0}. Expected a column or a value.',
  table: 'Unexpected {0}. Expected a table.',
  name: 'Unexpected {0}. Expected a name.',
  type: 'Unexpected {0}. Expected a type.',
  number: 'Unexpected {0}. Expected a number.',
  word: 'Unexpected {0}. Expected {1}.',
};
const expectedHere: Readonly<Record<Expected['kind'], string>> = {
  column: 'Expected a column or a value here.',
  table: 'Expected a table here.',
  name: 'Expected a name here.',
  type: 'Expected a type here.',
  number: 'Expected a number here.',
  word: 'Expected {0} here.',
};

function syntax({ reason, data }: Finding): Sentence {
  if (data?.meant !== undefined) return say('Did you mean {0}?', data.meant);
  const expected = data?.expected as Expected['kind'] | undefined;
  const isPlain = reason === 'unexpected-token' || reason === 'unexpected-end';
  const word = data?.word === undefined ? [] : [data.word];
  if (isPlain && expected !== undefined) {
    return data?.found === undefined
      ? say(expectedHere[expected], ...word)
      : say(unexpected[expected], `'${data.found}'`, ...word);
  }
  if (reason === 'unexpected-token' && data?.found !== undefined)
    return say('Unexpected {0}.', `'${data.found}'`);
  return say(syntaxSentences[reason as SyntaxReason]);
}

function unsupported({ code, construct, reason }: Finding): Sentence {
  if (reason === 'subquery') return say('The vault runs one SELECT without subqueries.');
  if (reason === 'table-function')
    return say('The vault reads tables, not functions such as {0}.', construct);
  if (code === 'unsupported-function') {
    const hint = Object.hasOwn(insteadOfFunction, construct) ? ` ${insteadOfFunction[construct]}` : '';
    return say(
      `The vault has no function {0}: only AVG, SUM, COUNT, MIN, MAX and REDACTION.${hint}`,
      construct,
    );
  }
  // In a call it decides what is counted; in a SELECT list, which rows are shown.
  if (reason === 'arguments') {
    return say(
      'The vault does not support {0} in a call. In MIN and MAX it changes nothing: leave it out. In others nothing means the same: read the rows, and see how many values are distinct in the results’ column statistics.',
      construct,
    );
  }
  if (reason === 'unknown-type') {
    return say('An operator is missing, or this is a type before a value, which is not supported.');
  }
  if (Object.hasOwn(unsupportedSentences, construct)) return say(unsupportedSentences[construct] ?? '');
  const hint = instead[construct];
  if (hint !== undefined) return say(`The vault does not support {0}. ${hint}`, construct);
  if (findConstruct(construct)?.kind === 'command') {
    return say('The vault runs SELECT only, not {0}.', construct);
  }
  return reason === 'foreign'
    ? say('{0} is of another dialect of SQL; the vault does not support it.', construct)
    : say('The vault does not support {0}.', construct);
}

function undocumented({ construct, reason, data }: Finding): Sentence {
  if (reason === 'redaction-level') {
    if (data?.meant !== undefined) return say('Did you mean {0}?', data.meant);
    return say(
      'Known redaction levels are DEFAULT, REDACTED, MASKED and PLAIN_TEXT; the vault may refuse this.',
    );
  }
  if (reason === 'arguments') {
    return say('This call has an unusual number of arguments; the vault may refuse it.');
  }
  return say(unsure[construct] ?? 'It is not known whether the vault accepts this.');
}
