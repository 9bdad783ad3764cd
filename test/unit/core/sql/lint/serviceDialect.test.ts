import assert from 'node:assert/strict';
import { constructSentences } from '../../../../../src/core/messages/constructs.ts';
import { createFindingSentence } from '../../../../../src/core/messages/findings.ts';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import type { ServiceDialect } from '../../../../../src/core/sql/lint/options.ts';

const nothing: ServiceDialect = { acceptedConstructs: [], refusedConstructs: [], refusedLevels: [] };

/** The code, the marked text, and the sentence of each finding of a statement. */
const found = (sql: string, service?: Partial<ServiceDialect>): readonly string[] =>
  checkText(sql, { literalHints: false, service: service && { ...nothing, ...service } }).map((finding) =>
    [finding.code, sql.slice(finding.start, finding.end), createFindingSentence(finding, sql).template].join(
      ' | ',
    ),
  );

describe('what a check of the service found out about SQL', () => {
  const sql = 'SELECT name FROM persons WHERE TRUE LIMIT 5';

  it('takes the warning from an undocumented construct that the service accepted', () => {
    assert.deepEqual(found(sql), ['undocumented | TRUE | TRUE is undocumented; the vault may reject it.']);
    assert.deepEqual(found(sql, { acceptedConstructs: ['FALSE'] }), found(sql));
    assert.deepEqual(found(sql, { acceptedConstructs: ['TRUE'] }), []);
  });

  it('says of a construct that the service rejected it, and lets it be sent', () => {
    assert.deepEqual(found(sql, { refusedConstructs: ['TRUE'] }), [
      'undocumented | TRUE | The service rejected this construct when it was checked.',
    ]);
  });

  it('allows nothing that the document does not leave open', () => {
    const acceptedConstructs = ['DELETE', 'ORDER BY', 'UPPER', '<>'];
    for (const refused of [
      'DELETE FROM persons',
      'SELECT name FROM persons ORDER BY name',
      'SELECT UPPER(name) FROM persons',
      'SELECT name FROM persons WHERE id <> 1',
    ])
      assert.deepEqual(found(refused, { acceptedConstructs }), found(refused), refused);
  });

  it('says of a known level that the service rejected it', () => {
    const level = "SELECT REDACTION(name, 'masked') FROM persons";
    assert.deepEqual(found(level), []);
    assert.deepEqual(found(level, { refusedLevels: ['MASKED'] }), [
      "undocumented | 'masked' | The service rejected this redaction level when it was checked.",
    ]);
  });

  it('is said in the hover of the construct', () => {
    const rule = (name: string, service: Partial<ServiceDialect>): string =>
      constructSentences(name, false, false, { ...nothing, ...service }).rule.template;
    assert.equal(
      rule('TRUE', { acceptedConstructs: ['TRUE'] }),
      'The service accepted it when it was checked.',
    );
    assert.equal(
      rule('TRUE', { refusedConstructs: ['TRUE'] }),
      'The service rejected it when it was checked.',
    );
    assert.equal(rule('TRUE', {}), 'It is undocumented; the vault may reject it.');
    assert.equal(
      rule('DELETE', { acceptedConstructs: ['DELETE'] }),
      'Not read-only. A statement with it is never sent.',
    );
  });
});
