import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { FileToRead } from '../../../../../src/core/audit/file/fileReads.ts';
import { type FileChunk, unpackChunks } from '../../../../../src/extension/audit/sources/fileChunks.ts';
import { FileTrail } from '../../../../../src/extension/audit/sources/fileTrail.ts';
import { idOf, many, readFiles, textOf } from './readFiles.ts';

/**
 * Returns the memory in use once everything that nothing refers to is freed. V8 frees the bytes of buffers in another thread
 * after a collection, and counts them until it has; the next collection waits for that.
 */
async function memory(): Promise<NodeJS.MemoryUsage> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let collections = 0; collections < 2; collections++) {
    await new Promise(setImmediate);
    collect();
  }
  return process.memoryUsage();
}

describe('large files read into the trail', () => {
  const { written } = readFiles();

  it('keep no event in memory, with an ID or without, and give each once', async () => {
    const text = textOf(0, many);
    for (const [name, content] of Object.entries({
      named: text,
      unnamed: text.replaceAll(/"changeID":"[^"]*",/g, ''),
    })) {
      const file = await written(`${name}.ndjson`, content);
      const copy = await written(`${name}-copy.ndjson`, content);
      const trail = new FileTrail();
      const before = await memory();
      const { files, progress } = await trail.read(1, [file, copy], () => undefined);
      const after = await memory();
      assert.deepEqual([progress.loaded, files.map(({ conflicting }) => conflicting)], [many, [0, 0]], name);
      const grown = after.heapUsed - before.heapUsed;
      assert.ok(grown < content.length / 4, `${name}: ${grown} of ${content.length} bytes`);
      await trail.drop(1);
    }
  });

  it('are open as they are, with none of their bytes in memory', async () => {
    const text = textOf(0, many);
    const files = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        written(`open-${n}.ndjson`, text.slice(0, text.length - n * 1_000)),
      ),
    );
    const trail = new FileTrail();
    const held = async (some: readonly FileToRead[]): Promise<number> => {
      await trail.read(1, some, () => undefined);
      return (await memory()).arrayBuffers;
    };
    const before = await held(files.slice(0, 1));
    const after = await held(files.slice(1));
    // A first piece of each would be 8 MB.
    assert.ok(after - before < 4 * 1024 * 1024, `${after - before} bytes`);
    await trail.drop(1);
  });
});

describe('compressed files read into the trail', () => {
  const { written, readAll } = readFiles();

  describe('compressed in several parts', () => {
    const some = 3_000;
    const [first, second] = [textOf(some, 2 * some), textOf(0, some)];
    const magic = (low: number): Buffer => Buffer.of(low, 0x2a, 0x4d, 0x18);
    /** A part that readers of zstd skip (RFC 8878). */
    const skippable = (low: number, content: string): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(content.length);
      return Buffer.concat([magic(low), length, Buffer.from(content)]);
    };
    const zstd = (text: string): Buffer => zstdCompressSync(text);
    const parts: Readonly<Record<string, readonly Buffer[]>> = {
      'frames of zstd': [zstd(first), zstd(second)],
      'frames of zstd, one to be skipped first': [skippable(0x50, 'x'.repeat(99)), zstd(first), zstd(second)],
      'frames of zstd, some to be skipped between them': [
        ...[zstd(first), skippable(0x5f, ''), skippable(0x57, 'y'), zstd(second), skippable(0x50, 'z')],
      ],
      'frames of zstd, a line each': textOf(0, 30)
        .split(/(?<=\n)/)
        .map(zstd),
      'members of gzip': [gzipSync(first), gzipSync(second)],
      'members of gzip, padded with zeros': [gzipSync(first), Buffer.alloc(512), gzipSync(second)],
      'members of gzip, padded at the end': [
        gzipSync(first),
        gzipSync(second),
        Buffer.alloc(3 * 1024 * 1024),
      ],
    };
    for (const [name, all] of Object.entries(parts))
      it(`are read to the end of the last: ${name}`, async () => {
        const packed = Buffer.concat(all);
        const count = all.length > 9 ? 30 : 2 * some;
        const path = await written('parts', packed);
        for (const file of [path, { name: 'given', at: { bytes: packed } }]) {
          const { read, ids } = await readAll(file);
          const [one] = read.files;
          assert.deepEqual([one?.fault, one?.doubts, read.progress.loaded], [undefined, [], count]);
          assert.deepEqual((await ids())[0], idOf(count - 1));
          assert.equal(read.progress.bytes, packed.length);
        }
      });

    it('say so where something else follows them', async () => {
      for (const pack of [zstd, gzipSync])
        for (const behind of ['not compressed', `${'\u0000'.repeat(5)}not compressed`]) {
          const { read } = await readAll(
            await written('behind', Buffer.concat([pack(first), pack(second), Buffer.from(behind)])),
          );
          const [one] = read.files;
          assert.deepEqual([one?.fault, one?.doubts], [{ kind: 'compression' }, ['cut']]);
          assert.equal(read.progress.loaded, 2 * some);
        }
    });

    it('keep all events of a small whole part that something else follows', async () => {
      const few = textOf(0, 10);
      for (const pack of [zstd, gzipSync])
        for (const behind of ['x', 'not compressed', '\u001f\u008b', gzipSync(few).subarray(0, 12)]) {
          const { read } = await readAll(
            await written('few', Buffer.concat([pack(few), Buffer.from(behind)])),
          );
          const [one] = read.files;
          assert.deepEqual([one?.fault, one?.doubts], [{ kind: 'compression' }, ['cut']], String(behind));
          assert.equal(read.progress.loaded, 10);
        }
    });

    it('are read whatever is in the header of a member of gzip, in pieces of any size', async () => {
      const few = textOf(0, 10);
      const [flags, body] = [2 | 4 | 8 | 16, gzipSync(few).subarray(10)];
      const extra = Buffer.concat([Buffer.of(3, 0), Buffer.from('abc')]);
      const header = Buffer.concat([
        Buffer.of(0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3),
        extra,
        Buffer.from('name\u0000comment\u0000'),
        Buffer.of(1, 2),
      ]);
      const whole = Buffer.concat([header, body, gzipSync(few)]);
      for (const size of [1, 7, 4_096]) {
        async function* pieces(): AsyncGenerator<FileChunk> {
          for (let at = 0; at < whole.length; at += size)
            yield { bytes: whole.subarray(at, at + size), at: Math.min(whole.length, at + size) };
        }
        let text = '';
        for await (const { bytes } of unpackChunks(pieces(), 'gzip')) text += Buffer.from(bytes).toString();
        assert.equal(text, few + few, `${size}`);
      }
    });

    it('are damaged where their checksum is another', async () => {
      const packed = gzipSync(textOf(0, 10));
      packed.writeUInt32LE(1, packed.length - 8);
      const { read } = await readAll(await written('checksum', packed));
      assert.deepEqual(read.files[0]?.fault, { kind: 'compression' });
    });

    it('keep what was whole where a later one breaks off', async () => {
      for (const pack of [zstd, gzipSync]) {
        const later = pack(second);
        const { read } = await readAll(
          await written('later', Buffer.concat([pack(first), later.subarray(0, later.length / 2)])),
        );
        const { loaded } = read.progress;
        assert.deepEqual(read.files[0]?.fault, { kind: 'compression' });
        assert.ok(loaded >= some && loaded < 2 * some, `${loaded}`);
      }
    });
  });

  it('that break off while compressed keep what was whole', async () => {
    const packed = gzipSync(textOf(0, 2_000));
    const cut = await readAll(await written('cut.gz', packed.subarray(0, packed.length / 2)));
    const [one] = cut.read.files;
    assert.ok(one?.read.ok && one.read.events > 0 && one.read.events < 2_000, JSON.stringify(one));
    assert.deepEqual([one.doubts, one.fault], [['cut'], { kind: 'compression' }]);
    const none = await readAll(await written('none.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3)));
    assert.deepEqual(
      [none.read.files[0]?.read.ok, none.read.files[0]?.fault],
      [false, { kind: 'compression' }],
    );
  });
});
