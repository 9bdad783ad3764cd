import assert from 'node:assert/strict';
import { replaceQueryID, scanStatement } from '../server/statement.ts';

/** The part of a statement after the format of an INSERT, and from a second statement on. */
const partsOf = (text: string) => {
  const { command, format, dataStart, secondStatement } = scanStatement(text);
  return {
    command,
    format,
    rows: dataStart === undefined ? undefined : text.slice(dataStart),
    second: secondStatement === undefined ? undefined : text.slice(secondStatement),
  };
};

describe('ClickHouse 26.7: the scan of a statement', () => {
  it('finds the format, and the rows of an INSERT', () => {
    const select = partsOf(
      "select ';', `a;b` -- ; FORMAT CSV\nfrom t /* ; */ where x = 'it\\'s;' format JSON ; -- end",
    );
    assert.deepEqual(select, { command: 'SELECT', format: 'JSON', rows: undefined, second: undefined });
    assert.deepEqual(
      partsOf('INSERT INTO a.t (format, values) SETTINGS x = 1 FORMAT JSONEachRow\n{"a":";"}'),
      {
        command: 'INSERT',
        format: 'JSONEachRow',
        rows: '\n{"a":";"}',
        second: undefined,
      },
    );
    assert.equal(partsOf('INSERT INTO t VALUES (1); (2)').second, undefined);
    assert.equal(partsOf('INSERT INTO t SELECT 1 FORMAT Null').rows, undefined);
    assert.equal(partsOf('').command, '');
  });

  it('finds a second statement, and none in literals, comments, and a semicolon at the end', () => {
    assert.equal(partsOf('SELECT 1; SELECT 2').second, '; SELECT 2');
    assert.equal(partsOf('INSERT INTO t SELECT 1; DROP TABLE t').second, '; DROP TABLE t');
    assert.equal(partsOf('SELECT 1 ;\n-- SELECT 2\n;').second, undefined);
    assert.equal(partsOf("SELECT 'a''b\\'; SELECT 2'").second, undefined);
  });

  it('replaces the column query_id, and nothing in literals', () => {
    assert.equal(
      replaceQueryID("KILL QUERY WHERE (query_id = 'query_id') AND user = 'x' SYNC", 'q'),
      "KILL QUERY WHERE (q = 'query_id') AND user = 'x' SYNC",
    );
  });
});
