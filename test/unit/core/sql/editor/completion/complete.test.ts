import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completeAt } from '../../../../../../src/core/sql/editor/completion/complete.ts';
import type {
  Completion,
  CompletionOptions,
} from '../../../../../../src/core/sql/editor/completion/types.ts';
import { collectNamesOfText } from '../../../../../../src/core/sql/editor/schemaIndex.ts';
import { checkText } from '../../../../../../src/core/sql/lint/check.ts';
import { dialectStatement, marked, textAndOffset } from '../../dialectText.ts';

const schema = collectNamesOfText(
  'SELECT p.id, p.name, c.brand, c.cvv FROM persons p JOIN credit_cards c ON c.person_id = p.id; SELECT "Größe" FROM "Odd Table"',
);
const complete = (text: string, options: CompletionOptions = {}) => {
  const at = marked(text);
  return completeAt(at.text, at.offset, { schema, ...options });
};
const labels = (text: string, kind?: Completion['kind'], options?: CompletionOptions): string[] =>
  complete(text, options)
    .items.filter((item) => kind === undefined || item.kind === kind)
    .map(({ label }) => label);
const joins = [
  ...['JOIN', 'INNER JOIN', 'LEFT JOIN', 'LEFT OUTER JOIN', 'RIGHT JOIN', 'RIGHT OUTER JOIN', 'FULL JOIN'],
  'FULL OUTER JOIN',
];

describe('completion', () => {
  const places: readonly (readonly [string, readonly string[]])[] = [
    ['|', ['SELECT']],
    ['SELECT 1; |', ['SELECT']],
    ['SELECT |', []],
    ['SELECT a |', ['AS', 'FROM']],
    ['SELECT * |', ['FROM']],
    ['SELECT a AS b |', ['FROM']],
    ['SELECT a | FROM t', ['AS']],
    ['SELECT a FROM t |', ['AS', ...joins, 'WHERE', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM t | WHERE b = 1', ['AS', ...joins]],
    ['SELECT a FROM t x |', [...joins, 'WHERE', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM t LEFT |', ['JOIN', 'OUTER JOIN']],
    ['SELECT a FROM t LEFT OUTER |', ['JOIN']],
    ['SELECT a FROM t x NATURAL |', joins],
    ['SELECT a FROM t x NATURAL LEFT |', ['JOIN', 'OUTER JOIN']],
    ['SELECT a FROM t JOIN u x |', ['ON', ...joins]],
    ['SELECT a FROM t JOIN u ON t.a = u.a |', ['AND', 'OR', ...joins, 'WHERE', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM t WHERE |', ['NOT']],
    [
      'SELECT a FROM t WHERE a |',
      ['LIKE', 'ILIKE', 'NOT LIKE', 'NOT ILIKE', 'IS NULL', 'IS NOT NULL', 'AND', 'OR', 'LIMIT', 'OFFSET'],
    ],
    ['SELECT a FROM t WHERE a NOT |', ['LIKE', 'ILIKE']],
    ['SELECT a FROM t WHERE a IS |', ['NULL', 'NOT NULL']],
    ['SELECT a FROM t WHERE (a = 1 |', ['AND', 'OR']],
    ['SELECT a FROM t WHERE a IS NULL |', ['AND', 'OR', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM t WHERE a IS NOT NULL |', ['AND', 'OR', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM t JOIN u ON (t.a = u.a |', ['AND', 'OR']],
    ["SELECT REDACTION(a, 'x y|') FROM t", []],
    ['SELECT a FROM t WHERE a = 1 | OFFSET 5', ['AND', 'OR', 'LIMIT']],
    ['SELECT a FROM t CROSS |', ['JOIN']],
    ['SELECT a FROM t JOIN u JOIN v ON u.a = v.a |', ['AND', 'OR', 'ON', ...joins]],
    [
      'SELECT a FROM t JOIN u JOIN v ON u.a = v.a ON t.a = u.a |',
      ['AND', 'OR', ...joins, 'WHERE', 'LIMIT', 'OFFSET'],
    ],
    [
      'SELECT a FROM t WHERE a IS NOT DISTINCT FROM b |',
      ['LIKE', 'ILIKE', 'NOT LIKE', 'NOT ILIKE', 'IS NULL', 'IS NOT NULL', 'AND', 'OR', 'LIMIT', 'OFFSET'],
    ],
    ["SELECT a FROM t WHERE a = 'x'\n'y' |", ['AND', 'OR', 'LIMIT', 'OFFSET']],
    // A column may have the name of a clause.
    ['SELECT a FROM t WHERE a = 1 | AND t.offset = 5', ['AND', 'OR', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM t LIMIT |', []],
    ['SELECT a FROM t LIMIT 5 |', ['OFFSET']],
    ['SELECT a FROM t OFFSET 5 |', ['LIMIT']],
    ['SELECT a FROM t LIMIT 5 OFFSET 5 |', []],
    ["SELECT a FROM t WHERE a = 'x|'", []],
    ['SELECT a -- FR|', []],
    ['DELETE |', []],
    ['EXPLAIN |', ['SELECT']],
    ['SELECT DISTINCT |', []],
    ['SELECT a FROM t JOIN u USING |', []],
    ['SELECT a FROM t UNION |', ['SELECT']],
    ['SELECT a FROM t WHERE b IN (SELECT c FROM u |)', ['AS', ...joins, 'WHERE', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM (t JOIN u |ON t.a = u.a)', ['AS', 'ON', ...joins]],
    ['SELECT a FROM (t JOIN u ON t.a = u.a |', ['AND', 'OR', ...joins]],
    ['SELECT a FROM t JOIN u USING (a) |', [...joins, 'WHERE', 'LIMIT', 'OFFSET']],
    ['SELECT a, COUNT(*|) FROM t', []],
    ['SELECT a F|ROM t', ['AS', 'FROM']],
    ['SELCT a FROM t x |', [...joins, 'WHERE', 'LIMIT', 'OFFSET']],
    ['SELECT a FROM t WHERE a = 1|', []],
  ];
  for (const [text, expected] of places) {
    it(`offers the keywords that can come next: ${text}`, () => {
      assert.deepEqual(labels(text, 'keyword'), expected);
    });
  }

  it('offers what the user knows the service to accept, in its place', () => {
    const allow = ['order by', '>=', 'DISTINCT', 'NOT IN', 'CROSS JOIN'];
    assert.deepEqual(labels('SELECT | FROM t', 'keyword', { allow }), ['DISTINCT']);
    assert.ok(labels('SELECT a FROM t |', 'keyword', { allow }).includes('ORDER BY'));
    assert.ok(labels('SELECT a FROM t |', 'keyword', { allow }).includes('CROSS JOIN'));
    assert.ok(labels('SELECT a FROM t WHERE a |', 'keyword', { allow }).includes('NOT IN'));
    assert.ok(!labels('SELECT a FROM t WHERE a |', 'keyword', { allow: ['INTO'] }).includes('INTO'));
    const natural = labels('SELECT a FROM t x |', 'keyword', { allow: ['NATURAL'] });
    assert.deepEqual(natural.slice(8, 11), ['NATURAL JOIN', 'NATURAL INNER JOIN', 'NATURAL LEFT JOIN']);
    const isTrue = { allow: ['IS TRUE', 'SUBQUERY', 'UNION', 'UNION ALL'] };
    assert.ok(labels('SELECT a FROM t WHERE a |', 'keyword', isTrue).includes('IS TRUE'));
    assert.deepEqual(labels('SELECT a FROM t WHERE b = (|', 'keyword', isTrue), ['SELECT', 'NOT']);
    assert.deepEqual(labels('SELECT a FROM t UNION |', 'keyword', isTrue), ['ALL', 'SELECT']);
  });

  it('writes keywords as the ones before are written', () => {
    assert.deepEqual(labels('select a from t limit 5 |', 'keyword'), ['offset']);
    assert.deepEqual(labels('SELECT a FROM t LIMIT 5 |', 'keyword'), ['OFFSET']);
  });

  it('replaces the word at the caret', () => {
    const { start, end } = complete('SELECT na|me FROM persons');
    assert.deepEqual([start, end], [7, 11]);
  });

  it('offers tables after FROM and JOIN, quoted where they need it', () => {
    const tables = ['persons', 'credit_cards', '"Odd Table"'];
    assert.deepEqual(labels('SELECT a FROM |', 'table'), tables);
    assert.deepEqual(labels('SELECT a FROM persons p JOIN cre|', 'table'), tables);
    assert.deepEqual(labels('SELECT a FROM persons, |', 'table'), tables);
  });

  it('offers the columns of the tables in FROM, written after the caret too', () => {
    assert.deepEqual(labels('SELECT | FROM persons', 'column'), ['id', 'name']);
    assert.deepEqual(labels('SELECT x.| FROM persons x', 'column'), ['id', 'name']);
    assert.deepEqual(labels('SELECT x.|, y FROM persons x LIMIT 5', 'column'), ['id', 'name']);
    assert.deepEqual(labels('SELECT a FROM persons p JOIN credit_cards ON |', 'column'), [
      ...['p.id', 'p.name'],
      ...['credit_cards.brand', 'credit_cards.cvv', 'credit_cards.person_id'],
    ]);
    assert.deepEqual(labels('SELECT | FROM "Odd Table"', 'column'), ['"Größe"']);
    assert.deepEqual(labels('SELECT a FROM persons p WHERE |', 'alias'), ['p']);
  });

  it('tells a column’s own name from its qualifier, also where it has dots itself', () => {
    const dotted = collectNamesOfText('SELECT p."a.b", c.id FROM persons p JOIN cards c ON c.id = p."a.b"');
    const { items } = complete('SELECT | FROM persons p JOIN cards c ON c.id = p.id', { schema: dotted });
    const column = items.find(({ label }) => label === 'p."a.b"');
    assert.deepEqual([column?.column, column?.tables], ['"a.b"', ['persons']]);
  });

  it('offers each column once while there is no FROM yet, with its tables', () => {
    const { items } = complete('SELECT |');
    const id = items.filter(({ label }) => label === 'person_id');
    assert.deepEqual(
      id.map(({ tables }) => tables),
      [['credit_cards']],
    );
    const both = collectNamesOfText('SELECT a.id FROM a JOIN b ON a.id = b.id');
    assert.deepEqual(
      complete('SELECT |', { schema: both })
        .items.filter(({ label }) => label === 'id')
        .map(({ tables }) => tables),
      [['a', 'b']],
    );
  });

  it('marks a column that is not allowed in a condition, and only there', () => {
    const columns = [{ table: 'Credit_Cards', column: 'CVV', transientTokenization: true }];
    const refused = (text: string) =>
      complete(text, { columns })
        .items.filter((item) => item.refused)
        .map(({ label }) => label);
    assert.deepEqual(refused('SELECT a FROM credit_cards WHERE |'), ['cvv']);
    assert.deepEqual(refused('SELECT | FROM credit_cards'), []);
  });

  it('offers functions in the SELECT list, and COUNT’s star', () => {
    assert.deepEqual(labels('SELECT |', 'function'), ['AVG', 'SUM', 'COUNT', 'MIN', 'MAX', 'REDACTION']);
    assert.deepEqual(labels('SELECT a FROM t WHERE |', 'function'), []);
    assert.deepEqual(labels('SELECT COUNT(|', 'keyword'), ['*']);
    assert.deepEqual(labels('SELECT SUM(|', 'keyword'), []);
  });

  it('offers the levels of REDACTION, with and without quotes around the caret', () => {
    const levels = ["'DEFAULT'", "'REDACTED'", "'MASKED'", "'PLAIN_TEXT'"];
    assert.deepEqual(labels('SELECT REDACTION(ssn, |)'), levels);
    const applied = (text: string): string => {
      const { start, end, items } = complete(text);
      const plain = items.find(({ label }) => label === "'PLAIN_TEXT'");
      const source = marked(text).text;
      return source.slice(0, start) + (plain?.insert ?? '—') + source.slice(end);
    };
    assert.equal(applied('SELECT REDACTION(ssn, |)'), "SELECT REDACTION(ssn, 'PLAIN_TEXT')");
    assert.equal(applied("SELECT REDACTION(ssn, '|')"), "SELECT REDACTION(ssn, 'PLAIN_TEXT')");
    assert.equal(applied("SELECT REDACTION(ssn, 'MAS|KED')"), "SELECT REDACTION(ssn, 'PLAIN_TEXT')");
    assert.equal(
      applied("SELECT REDACTION(ssn, 'PL|) FROM t WHERE a = 'x'"),
      "SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM t WHERE a = 'x'",
    );
    assert.deepEqual(labels("SELECT REDACTION('|'"), []);
  });

  it('puts a space before a keyword that is taken right after a closed literal or parenthesis', () => {
    const applied = (text: string, label: string): string => {
      const { start, end, items } = complete(text);
      const taken = items.find((item) => item.label === label);
      const source = marked(text).text;
      return source.slice(0, start) + (taken?.insert ?? taken?.label ?? '—') + source.slice(end);
    };
    assert.equal(applied("SELECT a FROM t WHERE b = 'x'|", 'AND'), "SELECT a FROM t WHERE b = 'x' AND");
    assert.equal(applied("select a from t where b = 'x'|", 'and'), "select a from t where b = 'x' and");
    assert.equal(applied("SELECT a FROM t WHERE b = 'x' |", 'AND'), "SELECT a FROM t WHERE b = 'x' AND");
    assert.equal(applied('SELECT a FROM t WHERE (b = 1)|', 'LIMIT'), 'SELECT a FROM t WHERE (b = 1) LIMIT');
    assert.equal(applied('SELECT *|', 'FROM'), 'SELECT * FROM');
    assert.equal(applied('SELECT a FROM t WHERE b = 1 A|', 'AND'), 'SELECT a FROM t WHERE b = 1 AND');
    assert.equal(applied('SELECT a FROM t WHERE (|', 'NOT'), 'SELECT a FROM t WHERE (NOT');
  });

  it('opens by a quote only within REDACTION, by other marks only in the directive, by a dot after a name', () => {
    const offered = (text: string, trigger: string): number =>
      complete(text, { trigger, vaults: ['a/b'] }).items.length;
    assert.equal(offered("SELECT a FROM t WHERE b = 'x'|", "'"), 0);
    assert.equal(offered('SELECT a /|', '/'), 0);
    assert.equal(offered('SELECT a:|', ':'), 0);
    assert.equal(offered("SELECT REDACTION(a, '|')", "'"), 4);
    assert.equal(offered('-- vault:|', ':'), 1);
    assert.equal(offered('-- vault: a/|', '/'), 1);
    assert.ok(offered('SELECT p.| FROM persons p', '.') > 0);
  });

  it('offers vaults for the directive, on the first lines', () => {
    const vaults = ['local/local-vault', 'a b/c'];
    assert.deepEqual(labels('-- vault: |', undefined, { vaults }), vaults);
    assert.deepEqual(labels('-- vault: loc|al/x\nSELECT 1', undefined, { vaults }), vaults);
    assert.deepEqual(labels('\n--va|', undefined, { vaults }), [
      '-- vault: local/local-vault',
      '-- vault: a b/c',
    ]);
    assert.deepEqual(labels(`${'\n'.repeat(10)}-- vault: |`, undefined, { vaults }), []);
    assert.deepEqual(labels('/* vault: | */', undefined, { vaults }), []);
  });

  it('offers whole statements only where none has begun', () => {
    assert.deepEqual(labels('|', 'snippet'), [
      'SELECT … FROM … WHERE',
      'SELECT … FROM … LIMIT',
      'SELECT COUNT(*)',
      'SELECT … JOIN … ON',
    ]);
    assert.equal(labels('sel|', 'snippet').length, 4);
    assert.equal(labels('| a', 'snippet').length, 0);
    for (const { snippet } of complete('|').items) {
      const filled = snippet?.replaceAll(/\$\{\d+:([^}]*)\}|\$0/g, (_all, text?: string) => text ?? '');
      if (filled) assert.deepEqual(checkText(filled, { literalHints: false }), [], filled);
    }
  });

  it('offers nothing that the check refuses: each keyword, after the beginning of any statement', () => {
    fc.assert(
      fc.property(dialectStatement, fc.nat(), (statement, at) => {
        const tokens = statement.split(' ');
        const prefix = tokens.slice(0, at % (tokens.length + 1)).join(' ');
        const { items } = completeAt(`${prefix} `, prefix.length + 1);
        for (const { kind, label } of items) {
          if (kind !== 'keyword') continue;
          const wrong = checkText(`${prefix} ${label}`).filter(
            ({ severity, reason }) =>
              severity === 'error' && reason !== 'unexpected-end' && reason !== 'unclosed-parenthesis',
          );
          assert.deepEqual(wrong, [], `${prefix} ${label}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('misses no keyword: each one of any statement is offered in its place', () => {
    const all = new Set(
      'SELECT FROM AS JOIN INNER LEFT RIGHT FULL OUTER ON WHERE AND OR NOT LIKE ILIKE IS NULL LIMIT OFFSET'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(dialectStatement, (statement) => {
        const tokens = statement.split(' ');
        tokens.forEach((token, index) => {
          if (!all.has(token)) return;
          const prefix = tokens.slice(0, index).join(' ');
          const { items } = completeAt(`${prefix} ${token.slice(0, 1)}`, prefix.length + 2);
          const offered = items.some(({ label }) => label.split(' ')[0] === token);
          assert.ok(offered, `${prefix} ‸${token}`);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('answers after any number of joins that have no condition yet', () => {
    const text = `SELECT a FROM t ${'JOIN u '.repeat(30_000)}x `;
    const { items } = completeAt(text, text.length);
    assert.deepEqual(items.map(({ label }) => label).slice(0, 2), ['ON', 'JOIN']);
  });

  it('answers for any text and offset, with a range around it', () => {
    fc.assert(
      fc.property(textAndOffset, ({ text, offset }) => {
        const { start, end } = completeAt(text, offset, { schema, vaults: ['a/b'] });
        assert.ok(0 <= start && start <= offset && offset <= end && end <= text.length);
      }),
      { numRuns: 3000 },
    );
  });
});
