/** Files of exported events that are damaged: what is read of them, and what is said of the rest. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createExportReader } from '../../../../../src/core/audit/file/exportReader.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { nodeBytes } from '../../../../../src/node/nodeBytes.ts';
import { anyEvent } from '../store/anyEvents.ts';
import { eventOf, fieldsOf, readExport, textOf } from './readExport.ts';

describe('exported events that are damaged', () => {
  const line = (id: string, actor = 'ada'): Buffer =>
    Buffer.from(`{"context":{"changeID":"${id}","actor":"${actor}"},"request":{}}\n`);
  /** Latin-1, a four-byte character that is cut, half a pair of surrogates, an overlong form. */
  const notUtf8 = ['\xe9', '\xf0\x9f\x98', '\xed\xa0\x80', '\xc0\xaf'].map((bytes) =>
    Buffer.from(bytes, 'latin1'),
  );
  const broken = (id: string, bytes: Buffer): Buffer => {
    const [before = '', after = ''] = line(id, '|').toString().split('|');
    return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
  };
  /** IDs of the events, how many entries were skipped, and the first of those. */
  function found(...parts: readonly Uint8Array[]): readonly unknown[] {
    const all = Buffer.concat(parts);
    const read = readExport(all);
    const inPieces = readExport(all, false, 7);
    assert.deepEqual({ ...inPieces, all: [] }, { ...read, all: [] });
    if (!read.ok) return [read.reason];
    const { skipped, firstSkipped } = read;
    return [read.all.map(({ raw }) => toAuditEvent(raw).context.changeID).join(), skipped, firstSkipped];
  }

  for (const bytes of notUtf8)
    it(`give no event out of bytes that are no UTF-8: ${bytes.toString('hex')}`, () => {
      const [first, second, third] = [line('1'), line('2'), line('3')];
      const bad = broken('x', bytes);
      for (const at of [1, 2, 3, 4])
        assert.deepEqual(found(...[first, second, third].toSpliced(at - 1, 0, bad)), [
          ...['1,2,3', 1, { line: at, problem: 'notText' }],
        ]);
      assert.deepEqual(found(bad), ['notText']);
      const pretty = Buffer.from(bad.toString('latin1').replace(':', ':\n'), 'latin1');
      assert.deepEqual(found(pretty), ['notText']);
      const comma = Buffer.from(',');
      for (const at of [1, 2, 3])
        assert.deepEqual(
          found(
            Buffer.from('['),
            ...[first, second].toSpliced(at - 1, 0, bad).flatMap((one, n) => (n > 0 ? [comma, one] : [one])),
            Buffer.from(']'),
          ),
          ['1,2', 1, { line: at, problem: 'notText' }],
        );
    });

  it('keep nothing of what follows that is read no more, however much it is', () => {
    const event = line('1').toString().trim();
    const table = 'time,code,actor,content,changeID\n2026,200,a,SELECT 1,c\n';
    const behind: Readonly<Record<string, readonly [text: string, figures: string]>> = {
      'a list': [`[${event}]`, '1 broken'],
      'an answer': [`{"event":[${event}],"nextOps":null}`, '1 cut'],
      'an answer that breaks off': [`{"event":[${event}],"nextOps":"`, '1 cut'],
      'a list with something else in it': [`[${event},{"a" "b"},`, '1 broken'],
      'a table without our columns': [table.replace('changeID', 'ID'), 'columns'],
      'no event': ['hello\n', 'other'],
    };
    const piece = Buffer.alloc(1024 * 1024, '["another list"] ');
    for (const [name, [text, figures]] of Object.entries(behind)) {
      const reader = createExportReader({ tools: nodeBytes, onEvent: () => undefined, onGap: () => true });
      const before = process.memoryUsage().arrayBuffers;
      reader.push(Buffer.from(text.padEnd(1_100)));
      let most = 0;
      for (let megabytes = 0; megabytes < 600; megabytes++) {
        reader.push(piece);
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }
      const read = reader.end();
      const found = read.ok
        ? `${read.events} ${read.isBroken ? 'broken' : read.isCut ? 'cut' : ''}`
        : read.reason;
      assert.equal(found, figures, name);
      assert.ok(most < 200 * 1024 * 1024, `${name}: ${most} bytes`);
    }
  });

  it('are whole where only blanks follow, however many', () => {
    const event = line('1').toString().trim();
    for (const text of [`[${event}]`, `{"event":[${event}],"nextOps":null}`]) {
      const read = readExport(`${text}${' \n'.repeat(200_000)}`, false, 1_000);
      assert.ok(read.ok && !read.isCut, text);
      const garbage = readExport(`${text}${' \n'.repeat(200_000)}x`, false, 1_000);
      assert.ok(garbage.ok && garbage.isCut, text);
    }
  });

  it('are whole as an answer over many lines, in pieces of any size', () => {
    const event = line('1').toString().trim();
    const answer = `{"event":[${event}],\n"nextOps":{"changeID":"1","n":"${'y'.repeat(50)}"}\n}\n`;
    const behind = answer.replace('{', `{${' '.repeat(1_000)}`);
    for (let size = 1; size < behind.length; size++) {
      const read = readExport(behind, false, size);
      assert.ok(read.ok && !read.isCut, `${size}`);
    }
  });

  it('name the line of the first entry that is no event where a manifest does not vouch for it', () => {
    const reader = createExportReader({
      tools: nodeBytes,
      mayBeVouched: true,
      onEvent: () => undefined,
      onGap: () => true,
    });
    reader.push(
      Buffer.concat([line('1'), Buffer.from('{"log":"rotated"}\n'), line('2'), Buffer.from('x\n')]),
    );
    const read = reader.end(false);
    assert.ok(read.ok);
    assert.deepEqual([read.skipped, read.firstSkipped], [2, { line: 2, problem: 'notEvent' }]);
  });

  it('skip an entry that is nested too deeply, whatever brackets its texts contain', () => {
    const [open, close] = ['['.repeat(1_200), ']'.repeat(1_200)];
    for (const actor of ['ada', close, `\\\\${close}`, `\\"${close}`]) {
      const deep = line('2', actor).toString().replace('"request"', `"x":${open}${close},"request"`);
      assert.deepEqual(
        found(line('1'), Buffer.from(deep)),
        ['1', 1, { line: 2, problem: 'json' }],
        actor.slice(0, 5),
      );
    }
  });

  it('lose a first line that is cut, and no more', () => {
    for (const cut of ['"actor":"a"}}', '{"context":{"cha', '{"x":{}}}', 'a log: from its beginning', '}'])
      for (const blanks of ['\n', '\r\n\r\n', '\n \n'])
        assert.deepEqual(
          found(Buffer.from(`${cut}${blanks}`), line('1'), line('2')),
          ['1,2', 1, { line: 1, problem: 'json' }],
          cut,
        );
    assert.deepEqual(
      found(Buffer.from('# events\n# of today\n'), line('1')),
      ['1', 2, { line: 1, problem: 'json' }],
      'several',
    );
  });

  it('lose several first lines that are cut or are no events, and no more', () => {
    const cut = Buffer.from('{"context":{"cha\n');
    for (const other of ['{"context":{"changeID":"x\n', '{"log":"rotated"}\n', '\n{\n'])
      assert.deepEqual(
        found(cut, Buffer.from(other), line('1'), line('2')),
        ['1,2', 2, { line: 1, problem: 'json' }],
        other,
      );
    const event = line('1').toString().trim();
    for (const whole of [`{"event":\n[${event}]}`, `{"nextOps":\n{},"event":[${event}]}`])
      assert.deepEqual(found(Buffer.from(whole)), ['1', 0, undefined], whole);
  });

  it('are lines behind a byte order mark too, wherever there is one', () => {
    const mark = Buffer.from('\ufeff');
    const file = [mark, line('1'), line('2')];
    assert.deepEqual(found(...file, mark, line('3'), line('4')), ['1,2,3,4', 0, undefined]);
    assert.deepEqual(found(...file, mark, Buffer.from('\n'), mark), ['1,2', 0, undefined]);
  });

  it('are counted by their lines, those before the first included', () => {
    const first = { line: 4, problem: 'json' };
    assert.deepEqual(found(Buffer.from('\n\r\n'), line('1'), Buffer.from('x\n')), ['1', 1, first]);
    assert.deepEqual(found(Buffer.from('\n\n\nx\n'), line('1')), ['1', 1, first]);
    const other = { line: 4, problem: 'notEvent' };
    assert.deepEqual(found(Buffer.from('\n\n['), line('1'), Buffer.from(',{}]')), ['1', 1, other]);
  });

  it('as CSV lose a row with a quote in a bare cell, and no other, wherever it is', async () => {
    const some = fc.array(anyEvent, { minLength: 1, maxLength: 5 });
    const stray = fc.constantFrom('x"y', 'x"', 'a,b""c', '"a"b"', '"a" ,b"c', 'a,"b"",""c"d"');
    await fc.assert(
      fc.asyncProperty(
        ...([some, stray, fc.nat(), fc.integer({ min: 1, max: 400 })] as const),
        async (events, row, place, size) => {
          const at = place % (events.length + 1);
          const before = await textOf(events.slice(0, at), 'csv');
          const [, ...after] = (await textOf(events.slice(at), 'csv')).split(/(?<=^[^\n]*\n)/);
          const read = readExport(`${before}${row}\r\n${after.join('')}`, true, size);
          assert.ok(read.ok && !read.isCut, JSON.stringify(read));
          assert.deepEqual([read.skipped, read.firstSkipped?.problem], [1, 'columns']);
          assert.deepEqual(read.all.map(fieldsOf), events.map(fieldsOf));
        },
      ),
    );
  });

  it('as CSV are cut where a quote is never closed, however much follows it', async () => {
    const [head = '', row = ''] = (
      await textOf([eventOf('{"context":{"changeID":"c"},"request":{"a":"b"}}')], 'csv')
    ).split('\r\n');
    const good = `${row}\r\n`.repeat(100);
    for (const megabytes of [1, 70]) {
      const behind = good.repeat(Math.ceil((megabytes * 1024 * 1024) / good.length));
      const read = readExport(`${head}\r\n${row}\r\n"open${behind}`, false, 1024 * 1024);
      assert.ok(read.ok);
      assert.deepEqual([read.events, read.isCut, read.line], [1, true, 3], `${megabytes} MB`);
    }
  });
});
