import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AuditQuery, QueryTerm, QueryValue } from '../../../../../src/core/audit/query/auditQuery.ts';
import { MAX_QUESTION_LENGTH, parseQuestion } from '../../../../../src/core/audit/query/parseQuery.ts';
import { printQuery } from '../../../../../src/core/audit/query/printQuery.ts';
import { auditFields } from '../../../../../src/core/audit/table/fields.ts';

const text = (value: string): QueryValue => ({ kind: 'text', text: value });
/** The question that a text is, which must be readable. */
function read(question: string): AuditQuery {
  const { query, problem } = parseQuestion(question);
  assert.ok(query, `${question}: ${problem?.kind}`);
  return query;
}
const field = (name: string, ...values: QueryValue[]): QueryTerm => ({
  kind: 'field',
  field: name as 'actor',
  values,
  isNegated: false,
});

describe('a question', () => {
  it('is terms of fields, reads, times, flags, and texts', () => {
    assert.deepEqual(read(' actor:sa-*  column:card_number level:plain -me last:24h "not here" word '), [
      field('actor', { kind: 'pattern', parts: ['sa-', ''] }),
      { kind: 'read', part: 'column', values: [text('card_number')], isNegated: false },
      { kind: 'read', part: 'level', values: [text('PLAIN_TEXT')], isNegated: false },
      { kind: 'me', isNegated: true },
      { kind: 'last', time: '24h' },
      { kind: 'text', text: 'not here', isNegated: false },
      { kind: 'text', text: 'word', isNegated: false },
    ]);
    assert.deepEqual(read(''), []);
    assert.deepEqual(read(' \t\n'), []);
  });

  it('takes several values, patterns, absence, and texts in quotation marks', () => {
    assert.deepEqual(read('actor:ann,"b, \\"c\\"",*x*,absent,"absent",""'), [
      field(
        'actor',
        text('ann'),
        text('b, "c"'),
        { kind: 'pattern', parts: ['', 'x', ''] },
        { kind: 'absent' },
        text('absent'),
        text(''),
      ),
    ]);
    assert.deepEqual(read('query:"*"'), [field('content', text('*'))]);
  });

  it('compares status codes, and knows networks', () => {
    assert.deepEqual(read('status:404,4xx,>=500 ip:10.0.0.0/8,2001:db8::1'), [
      field(
        'code',
        text('404'),
        { kind: 'statusClass', digit: 4 },
        { kind: 'status', comparison: '>=', code: 500 },
      ),
      field('ipAddress', { kind: 'network', cidr: '10.0.0.0/8' }, text('2001:db8::1')),
    ]);
  });

  it('accepts each field by its short name, its own, and that of the service, in any case', () => {
    for (const { id, filter } of auditFields)
      for (const name of [id, id.toUpperCase(), ...(filter === undefined ? [] : [filter])])
        assert.deepEqual(read(`${name}:"1"`), [field(id, text('1'))], name);
    assert.deepEqual(read('context.ipAddress:::1'), read('IP:::1'));
  });

  it('that can’t be read says why, and where', () => {
    const problems: readonly (readonly [string, string, string, string?])[] = [
      ['actor:ann "open', 'unclosedQuote', '"open'],
      ['ac"tor', 'quoteInside', '"'],
      ['"a"b', 'afterQuote', 'b'],
      ['acter:ann', 'unknownField', 'acter', 'actor'],
      ['https://x', 'unknownField', 'https'],
      [':x', 'unknownField', ''],
      ['actor:', 'noValue', ''],
      ['actor:a, b', 'noValue', ''],
      ['a -', 'noTerm', ''],
      ['a --b', 'noTerm', '-'],
      ['--actor:ann', 'noTerm', '-'],
      ['ann OR bob', 'operator', 'OR'],
      ['not bob', 'operator', 'not'],
      ['(a', 'parenthesis', '('],
      ['last:24', 'noDuration', '24'],
      ['since:2026-02-30', 'noTime', '2026-02-30'],
      ['since:today,yesterday', 'timeList', ','],
      ['-last:1h', 'negatedTime', '-'],
      ['""', 'emptyText', '""'],
      ['a\u202eb', 'invisible', 'a\u202eb'],
      ['status:4x', 'status', '4x'],
      ['status:>', 'status', '>'],
      ['actor:>5', 'comparison', '>5'],
      ['ip:10.0.0.0/33', 'network', '10.0.0.0/33'],
      ['ip:10/8', 'network', '10/8'],
    ];
    for (const [question, kind, part, suggestion] of problems) {
      const { problem } = parseQuestion(question);
      assert.ok(problem, question);
      assert.deepEqual(
        [problem.kind, question.slice(problem.start, problem.end), problem.suggestion],
        [kind, part, suggestion],
        question,
      );
    }
    assert.equal(parseQuestion('a '.repeat(MAX_QUESTION_LENGTH)).problem?.kind, 'tooLong');
  });

  it('parses what it prints, whatever the texts are', () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'me',
        'OR',
        'absent',
        'a b',
        '4xx',
        '>=4',
        '10.0.0.0/8',
        'x:y',
        '-x',
        '(',
        '"',
        '\\',
        '\u202e',
        'PLAIN_TEXT',
      ),
    );
    const part = fc.stringMatching(/^[a-z.]{0,3}$/);
    const anyValue: fc.Arbitrary<QueryValue> = fc.oneof(
      anyText.map(text),
      fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => ({ kind: 'pattern' as const, parts })),
      fc.constant<QueryValue>({ kind: 'absent' }),
    );
    const isNegated = fc.boolean();
    const values = fc.array(anyValue, { minLength: 1, maxLength: 3 });
    const names = auditFields.map(({ id }) => id).filter((id) => id !== 'code');
    const anyTerm: fc.Arbitrary<QueryTerm> = fc.oneof(
      fc.record({ kind: fc.constant('field' as const), field: fc.constantFrom(...names), values, isNegated }),
      fc.record({
        kind: fc.constant('read' as const),
        part: fc.constant('level' as const),
        values,
        isNegated,
      }),
      fc.record({ kind: fc.constant('text' as const), text: anyText.filter((one) => one !== ''), isNegated }),
      fc.record({ kind: fc.constantFrom('me' as const, 'marked' as const), isNegated }),
      fc.record({ kind: fc.constant('last' as const), time: fc.constantFrom('1h', '30d') }),
      fc.record({
        kind: fc.constantFrom('since' as const, 'until' as const),
        time: fc.constantFrom('today', '2026-01-31', '2026-01-31 14:05', '2h'),
      }),
    );
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 6 }), (terms) => {
        const query = terms.map((term) => ({ ...term }));
        const printed = printQuery(query);
        if (printed.length > MAX_QUESTION_LENGTH) return;
        assert.deepEqual(read(printed), query, printed);
        assert.equal(printQuery(read(printed)), printed);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws, and where it can be read is stable when printed', () => {
    const piece = fc.constantFrom(
      'a',
      '"',
      '\\',
      ':',
      ',',
      '-',
      '*',
      ' ',
      '(',
      'actor',
      'status',
      '>=',
      '4xx',
      'me',
      'last',
      '1h',
      'ip',
      '/8',
      'table',
      'level',
      'plain',
      '\u200b',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (question) => {
          const { query, problem } = parseQuestion(question);
          if (problem) {
            assert.ok(problem.start <= problem.end && problem.end <= question.length, question);
            return;
          }
          const printed = printQuery(query);
          assert.deepEqual(read(printed), query, question);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
