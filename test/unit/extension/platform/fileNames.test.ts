import assert from 'node:assert/strict';
import fc from 'fast-check';
import '../withVscode.ts';

const { createFileNameWithoutExtension, toFileName } = await import(
  '../../../../src/extension/platform/exportLocation.ts'
);

describe('file names made of the names of tables and vaults', () => {
  it('keep letters of every script, and replace what a file system may reject', () => {
    for (const [name, file] of [
      ['persons', 'persons'],
      ['customer orders', 'customer-orders'],
      ['../../etc/passwd', 'etc-passwd'],
      ['C:\\x|y?*"<>', 'C-x-y'],
      ['顧客', '顧客'],
      ['re\u0301sume\u0301', 'r\u00e9sum\u00e9'],
      ['ग्राहक', 'ग्राहक'],
      ['a\u202egnp.exe', 'a-gnp-exe'],
      ['...', 'query'],
      ['\ud800', 'query'],
      ['con', 'con_'],
      ['LPT1', 'LPT1_'],
      [`${'a'.repeat(59)}😀`, 'a'.repeat(59)],
      ['', 'query'],
    ] as const)
      assert.equal(toFileName(name, 'query'), file, name);
  });

  it('differ where long names differ only at their end', () => {
    const names = ['west-1', 'west-2'].map((end) =>
      toFileName(`${'customer-identity-vault-'.repeat(3)}${end}`, 'query'),
    );
    assert.equal(new Set(names).size, 2, names.join(' '));
    assert.match(names[0] ?? '', /^customer-.{1,45}-west-1$/);
  });

  it('are short, well-formed, and of safe characters only, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        const file = toFileName(name, 'query');
        assert.ok(file.isWellFormed() && Buffer.byteLength(file) <= 200);
        assert.match(file, /^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u);
      }),
    );
  });

  it('have the time, so that an export does not replace the one before', () => {
    assert.match(createFileNameWithoutExtension('persons', 'vault', 0), /^persons-\d{4}-\d\d-\d\d-\d{4}$/);
  });
});
