import assert from 'node:assert/strict';
import { constructs } from '../../../../../src/core/sql/dialect/constructs.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';

describe('dialect table', () => {
  it('has each construct once', () => {
    const names = constructs.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name, i) => names.indexOf(name) !== i),
      [],
    );
  });
  it('knows the verdict, kind and role of each', () => {
    const verdicts = ['supported', 'undocumented', 'unsupported', 'write'];
    const kinds = ['command', 'keyword', 'operator', 'function'];
    const roles =
      'own pattern infix infixOrPrefix test type constant value bracket list tail query hint call'.split(' ');
    for (const { name, verdict, kind, role } of constructs) {
      assert.ok(name && verdicts.includes(verdict) && kinds.includes(kind) && roles.includes(role), name);
    }
  });
  it('lets no write be lifted', () => {
    assert.deepEqual(
      constructs.filter(({ verdict, canBeAllowed }) => verdict === 'write' && canBeAllowed),
      [],
    );
  });

  // One statement for each operator and function, so that an unused row is found.
  const words = constructs.filter(({ kind }) => kind === 'operator' || kind === 'function');
  for (const { name, kind, verdict, role } of words) {
    if (['ARGUMENTS', 'COMPARISON WITH NULL', 'TEST WITHOUT IS', 'NOT NULL', 'IS', 'ESCAPE'].includes(name))
      continue;
    it(`${name} is found: ${verdict}`, () => {
      const sql = sample(name, kind, role);
      const found = checkText(sql, { literalHints: false }).find(({ start, end }) => {
        const text = sql.slice(start, end).replace(/\(.*/, '');
        return text === name;
      });
      assert.equal(
        found?.severity,
        { supported: undefined, undocumented: 'warning', unsupported: 'error', write: '' }[verdict],
        sql,
      );
    });
  }
});

function sample(name: string, kind: string, role: string): string {
  if (kind === 'function') return `SELECT ${role === 'value' ? name : `${name}(a)`} FROM t`;
  switch (role) {
    case 'constant':
      return `SELECT ${name} FROM t`;
    case 'test':
      return `SELECT * FROM t WHERE a ${name}`;
    case 'bracket':
      return `SELECT * FROM t WHERE a = ${name} (b)`;
    case 'type':
      return `SELECT a ${name} b FROM t`;
  }
  if (name === 'NOT') return 'SELECT NOT a FROM t';
  if (name === '[') return 'SELECT a[1] FROM t';
  if (name === '.') return 'SELECT (a).b FROM t';
  if (name === '|/' || name === '||/') return `SELECT ${name} a FROM t`;
  if (name === 'OPERATOR') return 'SELECT a OPERATOR(+) b FROM t';
  const right = name === 'IN' ? '(b)' : name.startsWith('BETWEEN') ? 'b AND c' : 'b';
  return `SELECT * FROM t WHERE a ${name} ${right}`;
}
