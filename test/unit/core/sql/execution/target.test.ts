import assert from 'node:assert/strict';
import { readAllVaultDirectives, readVaultDirective } from '../../../../../src/core/sql/execution/target.ts';

const read = (text: string): string | undefined => {
  const found = readVaultDirective(text);
  return found && `${found.connection}|${found.vault}|${text.slice(found.start, found.end)}`;
};

describe('directive of the target', () => {
  it('is a line comment with connection and vault', () => {
    assert.equal(
      read('-- vault: sandbox/customers\nSELECT 1'),
      'sandbox|customers|-- vault: sandbox/customers',
    );
    assert.equal(read('\ufeff--VAULT:my own / a/b \r\nSELECT 1'), 'my own|a/b|--VAULT:my own / a/b');
    assert.equal(read('SELECT 1 -- vault: a/b'), 'a|b|-- vault: a/b');
  });
  it('is on one of the first ten lines', () => {
    assert.equal(read(`${'\n'.repeat(9)}-- vault: a/b`), 'a|b|-- vault: a/b');
    assert.equal(read(`${'\r\n'.repeat(10)}-- vault: a/b`), undefined);
  });
  it('is not a part of a string or a block comment, nor half of one', () => {
    for (const text of [
      "SELECT '\n-- vault: a/b\n'",
      '/*\n-- vault: a/b */',
      '-- vault: a',
      '-- vault: /b',
      '-- vaults: a/b',
      '',
    ]) {
      assert.equal(read(text), undefined, text);
    }
  });
  it('is the first of several', () =>
    assert.equal(read('-- vault: a/b\n-- vault: c/d'), 'a|b|-- vault: a/b'));
  it('is one of several, all of which are found: a further one chooses nothing', () => {
    const text = `-- vault: a/b\nSELECT '-- vault: x/y';\n${'\n'.repeat(20)}SELECT 1 -- vault: c/d\n/* -- vault: e/f */`;
    const found = readAllVaultDirectives(text).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(found, ['-- vault: a/b', '-- vault: c/d']);
  });
});
