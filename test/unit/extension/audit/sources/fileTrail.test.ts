import assert from 'node:assert/strict';
import { readdirSync, truncateSync } from 'node:fs';
import { appendFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { eventTextChunks } from '../../../../../src/core/audit/file/auditExport.ts';
import type { FileToRead } from '../../../../../src/core/audit/file/fileReads.ts';
import { withMark } from '../../../../../src/core/audit/marks/markMember.ts';
import { toEventKey } from '../../../../../src/core/audit/store/localKeys.ts';
import { SourceError } from '../../../../../src/core/audit/table/sourceError.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { FileTrail } from '../../../../../src/extension/audit/sources/fileTrail.ts';
import { eventText } from '../../../../bench/auditEvents.ts';
import { textOfChunks } from '../../../allOf.ts';
import { idOf, many, query, readFiles, textOf } from './readFiles.ts';

describe('files read into the trail', () => {
  const { written, readAll, folder } = readFiles();

  it('are read as they are, compressed or given as bytes', async () => {
    const text = textOf(0, 5);
    const given: readonly FileToRead[] = [
      await written('a.ndjson', text),
      await written('a.ndjson.gz', gzipSync(text)),
      await written('a.ndjson.zst', zstdCompressSync(text)),
      { name: 'elsewhere', at: { bytes: Buffer.from(text) } },
    ];
    for (const file of given) {
      const { read, ids } = await readAll(file);
      assert.deepEqual(await ids(), [4, 3, 2, 1, 0].map(idOf), file.name);
      assert.deepEqual(read.files[0]?.doubts, []);
      assert.ok(read.progress.bytes > 0 && read.progress.bytes === read.progress.total, file.name);
    }
  });

  it('keep different events with one ID, whichever file they are in, and count them', async () => {
    const edited = (n: number): string => {
      const { context, ...rest } = JSON.parse(eventText(n)) as Record<string, object>;
      return JSON.stringify({ ...rest, context: { ...context, actor: 'nobody@example.com' } });
    };
    const reordered = (n: number): string => {
      const { request, ...rest } = JSON.parse(eventText(n)) as Record<string, unknown>;
      return JSON.stringify({ ...rest, request });
    };
    const files = [
      await written('own.ndjson', textOf(0, 4)),
      await written('edited.ndjson', [edited(1), reordered(2), edited(3), edited(3)].join('\n')),
      await written('again.ndjson', `${edited(1)}\n${eventText(1)}\n`),
    ];
    const { trail, read, ids } = await readAll(...files);
    assert.deepEqual(
      read.files.map(({ conflicting, doubts }) => [conflicting, doubts]),
      [
        [0, []],
        [2, ['conflicting']],
        [0, []],
      ],
    );
    assert.deepEqual(await ids(), [3, 3, 2, 1, 1, 0].map(idOf));
    const view = await trail.view(query);
    assert.deepEqual(view.counts, { total: 6, passing: 6, conflicting: 4 });
    const rows = (await trail.window(view.handle, 0, 6)) ?? [];
    assert.deepEqual(
      rows.map(({ data }) => [data.changeID, data.variant]),
      [
        [idOf(3), 1],
        [idOf(3), 2],
        [idOf(2), undefined],
        [idOf(1), 1],
        [idOf(1), 2],
        [idOf(0), undefined],
      ],
    );
  });

  it('give each event once, whichever of them it is in', async () => {
    const files = [
      await written('new.ndjson', textOf(2, 6)),
      await written('old.json', `[${[0, 1, 2, 3].map(eventText).join()}]`),
    ];
    const { read, ids } = await readAll(...files);
    assert.deepEqual(await ids(), [5, 4, 3, 2, 1, 0].map(idOf));
    assert.deepEqual(
      read.files.map(({ conflicting }) => conflicting),
      [0, 0],
    );
    assert.equal(read.progress.loaded, 6);
    const [oldest, newest] = [0, 5].map(
      (n) => (JSON.parse(eventText(n)) as { request: { timestamp: string } }).request.timestamp,
    );
    assert.deepEqual([read.progress.oldest, read.progress.newest], [oldest, newest]);
  });

  it('are shown while more comes, and keep what was read where that is stopped', async () => {
    const file = await written('large.ndjson', textOf(0, many));
    const trail = new FileTrail();
    const seen: (readonly [boolean, number])[] = [];
    const read = await trail.read(1, [file], () => {
      void trail.view(query).then(({ isComplete, counts }) => seen.push([isComplete, counts.total]));
      void trail.stop(1);
    });
    const view = await trail.view(query);
    assert.ok(read.isStopped || seen.length === 0);
    for (const [isComplete, loaded] of seen) assert.ok(!isComplete && loaded > 0);
    assert.deepEqual([view.isComplete, view.counts.total], [true, read.progress.loaded]);
    assert.ok(view.counts.total > 0 && view.counts.total <= many);
    await trail.drop(1);
  });

  it('end with the listing that they are read into', async () => {
    const file = await written('dropped.ndjson', textOf(0, many));
    const trail = new FileTrail();
    const reading = trail.read(1, [file], () => undefined);
    await trail.drop(1);
    assert.equal((await reading).isStopped, true);
    assert.equal((await trail.view(query)).counts.total, 0);
  });

  it('give events from where they are, also where more is written behind them', async () => {
    const file = await written('grows.ndjson', textOf(0, many));
    const { trail, ids } = await readAll(file);
    assert.deepEqual((await ids())[0], idOf(many - 1));
    assert.ok('path' in file.at);
    await appendFile(file.at.path, textOf(many, many + 3));
    assert.deepEqual((await ids())[0], idOf(many - 1));
    await trail.drop(1);
  });

  it('that changed or were cut give no other event, but say so', async () => {
    const file = await written('changes.ndjson', textOf(0, many));
    const { trail, ids } = await readAll(file);
    assert.ok('path' in file.at);
    await writeFile(file.at.path, textOf(1, many + 1));
    const lost = (error: unknown): boolean =>
      error instanceof SourceError &&
      error.problem.kind === 'fileChanged' &&
      error.problem.file === 'changes.ndjson';
    await assert.rejects(ids(), lost);
    await truncate(file.at.path, 10);
    await assert.rejects(ids(), lost);
    assert.equal((await trail.view(query)).counts.total, many, 'what is counted stays');
    await trail.drop(1);
  });

  it('with a line too long for an event skip it, and name it', async () => {
    const long = `{"context":{"changeID":"${'x'.repeat(100 * 1024 * 1024)}"}}`;
    const file = await written('long.ndjson', `${eventText(1)}\n${long}\n${eventText(0)}\n`);
    const { read, ids } = await readAll(file);
    assert.deepEqual(await ids(), [1, 0].map(idOf));
    const [one] = read.files;
    assert.ok(one?.read.ok);
    assert.deepEqual([one.read.skipped, one.read.firstSkipped], [1, { line: 2, problem: 'tooLong' }]);
    await rm(join(folder(), 'long.ndjson'));
  });

  it('with other things between the events name the first of them', async () => {
    const bad = Buffer.concat([
      Buffer.from(`${eventText(3)}\n\n{"a":1}\n`),
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d, 0x0a]),
      Buffer.from(`[${eventText(2)}]\nnot JSON\n${eventText(1)}\n`),
    ]);
    const { read, ids } = await readAll(await written('mixed.ndjson', bad));
    assert.deepEqual(await ids(), [3, 1].map(idOf));
    const [one] = read.files;
    assert.ok(one?.read.ok);
    assert.deepEqual([one.read.skipped, one.read.firstSkipped], [4, { line: 3, problem: 'notEvent' }]);
  });

  it('have marks beside events, which are no part of these, also in a large file and one that grows', async () => {
    const marked = (n: number, note: string): string => withMark(eventText(n), { note });
    const lines = Array.from({ length: many }, (_, n) =>
      n % 1_000 === 7 ? marked(n, `n${n}`) : eventText(n),
    );
    const file = await written('marked.ndjson', `${lines.join('\n')}\n`);
    const { trail, read } = await readAll(file);
    assert.deepEqual(
      read.marks,
      Array.from({ length: 12 }, (_, n) => [`id ${idOf(1_000 * n + 7)}`, { note: `n${1_000 * n + 7}` }]),
    );
    assert.deepEqual(
      (await trail.events(1, [6, 7, 8].map(toEventKey))).map(({ data }) => data.text),
      [6, 7, 8].map(eventText),
    );
    assert.ok('path' in file.at);
    // What is said of an event that is known already is older than what the person said since.
    await appendFile(file.at.path, `${marked(many, 'later')}\n${marked(7, 'again')}\n`);
    const more = await trail.read(1, [file], () => undefined);
    assert.deepEqual(more.marks, [[`id ${idOf(many)}`, { note: 'later' }]]);
    assert.deepEqual((await trail.read(1, [file], () => undefined)).marks, []);
    await trail.drop(1);
  });

  it('that are written again with marks give their events all the same', async () => {
    const list = (mark: boolean): string =>
      `[${Array.from({ length: many }, (_, n) => (mark && n === 7 ? withMark(eventText(n), { note: 'new' }) : eventText(n))).join(',\n')}]`;
    const file = await written('marked.json', list(false));
    const { trail } = await readAll(file);
    await written('marked.json', list(true));
    await trail.read(1, [file], () => undefined);
    assert.deepEqual(
      (await trail.events(1, [6, 7, 8].map(toEventKey))).map(({ data }) => data.text),
      [6, 7, 8].map(eventText),
    );
    await trail.drop(1);
  });

  it('of a table give each event from its row, also one that has changed since', async () => {
    const events = Array.from({ length: 2 * many }, (_, n) => toAuditEvent(JSON.parse(eventText(n))));
    const csv = await textOfChunks(
      eventTextChunks(
        events.map((event) => ({ event })),
        'csv',
      ),
    );
    const file = await written('large.csv', csv);
    const { trail, read, ids } = await readAll(file);
    assert.ok(csv.length > 8 * 1024 * 1024, 'more than is kept');
    assert.deepEqual([read.progress.loaded, read.files[0]?.doubts], [2 * many, ['csv']]);
    const last = 2 * many - 1;
    assert.deepEqual((await ids()).slice(0, 2), [last, last - 1].map(idOf));
    assert.ok('path' in file.at);
    await appendFile(file.at.path, csv.slice(csv.indexOf('\n') + 1, csv.indexOf('\n') + 50));
    assert.deepEqual((await ids()).slice(0, 2), [last, last - 1].map(idOf));
    await trail.drop(1);
    await rm(file.at.path);
  });

  describe('read again', () => {
    const pathOf = ({ at }: FileToRead): string => ('path' in at ? at.path : assert.fail('bytes'));
    /** Files as they are in a new folder, read; `again` reads them once more. */
    async function readTwice(...files: readonly FileToRead[]) {
      const first = await readAll(...files);
      const again = async () => {
        const { files: read, progress } = await first.trail.read(1, files, () => undefined);
        return { files: read, loaded: progress.loaded };
      };
      return { ...first, again };
    }

    for (const [size, count] of Object.entries({ small: 4, large: many }))
      it(`give what was added behind the lines read, each event once: a ${size} file`, async () => {
        const file = await written(
          `added-${size}.ndjson`,
          `${textOf(0, count)}${eventText(count).slice(0, 50)}`,
        );
        const { trail, ids, again, read } = await readTwice(file);
        const first = { ok: true, events: count, skipped: 0, line: count + 1, isCut: true, format: 'ndjson' };
        assert.deepEqual([read.files[0]?.read, read.files[0]?.canGrow], [first, true]);
        const { handle } = await trail.view(query);
        assert.deepEqual((await again()).files[0]?.isEarlierResult, true);
        assert.equal((await trail.view(query)).handle, handle, 'nothing changed');
        const rest = `${eventText(count).slice(50)}\n\nnot JSON\n${eventText(count + 1)}\n${eventText(0)}\n{"a`;
        await appendFile(pathOf(file), rest);
        const grown = await again();
        assert.deepEqual(
          [grown.loaded, grown.files[0]?.read, grown.files[0]?.conflicting],
          [
            count + 2,
            {
              ok: true,
              events: 3,
              skipped: 1,
              line: count + 6,
              isCut: false,
              format: 'ndjson',
              firstSkipped: { line: count + 3, problem: 'json' },
            },
            0,
          ],
        );
        assert.deepEqual((await ids()).slice(0, 3), [count + 1, count, count - 1].map(idOf));
        await trail.drop(1);
      });

    it('follow a longer copy that took the file’s place', async () => {
      const file = await written('copied.ndjson', textOf(0, many));
      const { trail, ids, again } = await readTwice(file);
      const copy = await written('copy.ndjson', `${textOf(0, many)}${textOf(many, many + 2)}`);
      await rename(pathOf(copy), pathOf(file));
      assert.equal((await again()).loaded, many + 2);
      assert.deepEqual((await ids()).slice(0, 3), [many + 1, many, many - 1].map(idOf));
      await trail.drop(1);
    });

    const list = (from: number, to: number): string =>
      `[${Array.from({ length: to - from }, (_, n) => eventText(to - 1 - n)).join(',\n')}]`;

    it('read a list or compressed data that changed as a whole, and its events from their new places', async () => {
      const file = await written('list.json', list(0, many));
      const { trail, ids, again, read } = await readTwice(file);
      assert.equal(read.files[0]?.canGrow, false);
      await writeFile(pathOf(file), list(0, many + 2));
      const { loaded, files } = await again();
      assert.deepEqual([loaded, files[0]?.conflicting], [many + 2, 0]);
      assert.deepEqual((await ids()).slice(0, 3), [many + 1, many, many - 1].map(idOf));
      await trail.drop(1);
      const packed = await written('list.gz', gzipSync(textOf(0, 2)));
      const other = await readTwice(packed);
      await appendFile(pathOf(packed), gzipSync(textOf(2, 4)));
      assert.equal((await other.again()).loaded, 4);
    });

    if (process.platform !== 'win32')
      it('are open once, however often a list changed; the events that it has no more stay', async () => {
        const openFiles = (): number => readdirSync('/dev/fd').length;
        const file = await written('rolling.json', list(0, many));
        const before = openFiles();
        const { trail, ids, again } = await readTwice(file);
        const opened = openFiles();
        assert.equal(opened, before + 1);
        for (let round = 1; round <= 12; round++) {
          const next = await written('next.json', list(round, many + 2 * round));
          await rename(pathOf(next), pathOf(file));
          assert.equal((await again()).loaded, many + 2 * round);
          assert.equal(openFiles(), opened, `changed ${round} times`);
        }
        assert.deepEqual((await ids()).slice(0, 2), [many + 23, many + 22].map(idOf));
        for (const n of [0, 11, 12, many + 23]) {
          const found = await trail.find(1, String(idOf(n)));
          assert.equal(found?.data.text, eventText(n));
        }
        await trail.drop(1);
        assert.equal(openFiles(), before);
      });

    it('say of events that were overwritten that they are lost', async () => {
      const file = await written('overwritten.json', list(0, many));
      const { trail, again } = await readTwice(file);
      await writeFile(pathOf(file), list(1, many + 2));
      assert.equal((await again()).loaded, many + 2);
      assert.equal((await trail.find(1, String(idOf(1))))?.data.text, eventText(1));
      await assert.rejects(trail.find(1, String(idOf(0))), SourceError);
      await trail.drop(1);
    });

    it('keep what was read of a file that was cut, replaced or deleted, and say so', async () => {
      const all = { cut: 'shrunk', replaced: 'replaced', deleted: 'vanished' };
      for (const [how, kind] of Object.entries(all)) {
        const file = await written(`${how}.ndjson`, textOf(0, 4));
        const { ids, again } = await readTwice(file);
        if (how === 'cut') await truncate(pathOf(file), 10);
        else if (how === 'replaced') await writeFile(pathOf(file), textOf(5, 10));
        else await rm(pathOf(file));
        for (const _ of [1, 2]) {
          const [one] = (await again()).files;
          assert.deepEqual([one?.fault, one?.doubts, one?.canGrow], [{ kind }, ['changed'], false], how);
        }
        assert.deepEqual(await ids(), [3, 2, 1, 0].map(idOf));
        await writeFile(pathOf(file), textOf(0, 4));
        const [back] = (await again()).files;
        assert.deepEqual(back?.doubts, [], `${how}, and back`);
      }
    });

    it('keep what speaks against them, whatever is added', async () => {
      const file = await written('doubted.ndjson', `${eventText(0)}\noops\n${eventText(1)}\n`);
      const { trail, again, read } = await readTwice(file);
      assert.deepEqual(read.files[0]?.doubts, ['skipped']);
      await appendFile(pathOf(file), `${eventText(2)}\n`);
      assert.deepEqual((await again()).files[0]?.doubts, ['skipped']);
      await trail.drop(1);
    });

    it('keep it also where reading on was stopped before them', async () => {
      const files = [
        await written('first.ndjson', textOf(0, 2)),
        await written('second.ndjson', `${eventText(3)}\noops\n`),
      ];
      const { trail } = await readAll(...files);
      for (const file of files) await appendFile(pathOf(file), textOf(4, 6));
      const reading = trail.read(1, files, () => undefined);
      await trail.stop(1);
      const { isStopped, files: read } = await reading;
      assert.equal(isStopped, true);
      assert.deepEqual(
        read.map(({ name, doubts, isEarlierResult: isKnown }) => [name, doubts.includes('skipped'), isKnown]),
        [
          ['first.ndjson', false, undefined],
          ['second.ndjson', true, true],
        ],
      );
      await trail.drop(1);
    });

    it('are not said to be altered where reading was stopped', async () => {
      const manifest = JSON.stringify({ kind: 'audit-events', sha256: '0'.repeat(64) });
      const file = { ...(await written('vouched.ndjson', textOf(0, 2))), manifest };
      const trail = new FileTrail();
      const reading = trail.read(1, [file], () => undefined);
      await trail.stop(1);
      assert.deepEqual((await reading).files[0]?.doubts.includes('altered'), false);
      assert.deepEqual((await trail.read(1, [file], () => undefined)).files[0]?.doubts, ['altered']);
      await trail.drop(1);
    });

    it('are read on though stopping came too late for the reading before', async () => {
      const file = await written('late.ndjson', textOf(0, 2));
      const { trail, again } = await readTwice(file);
      await trail.stop(1);
      await appendFile(pathOf(file), textOf(2, 4));
      assert.equal((await again()).loaded, 4);
      await trail.drop(1);
    });

    it('give marks once, also where they are of an extension’s file system', async () => {
      const marked = eventText(1).replace(/}$/, ',"vaultSqlMark":{"marked":true,"note":"old"}}');
      const given = { name: 'elsewhere', at: { bytes: Buffer.from(`${marked}\n${eventText(0)}\n`) } };
      const { trail, read } = await readAll(given);
      assert.deepEqual(read.marks?.length, 1);
      assert.deepEqual((await trail.read(1, [given], () => undefined)).marks, []);
      await trail.drop(1);
    });

    it('are not followed where they are compressed', async () => {
      const { read, trail } = await readAll(await written('packed.ndjson.gz', gzipSync(textOf(0, 2))));
      assert.equal(read.files[0]?.canGrow, false);
      await trail.drop(1);
    });

    it('go on where reading was stopped', async () => {
      const file = await written('stopped.ndjson', textOf(0, 3 * many));
      const trail = new FileTrail();
      const { isStopped, progress } = await trail.read(1, [file], () => void trail.stop(1));
      const all = await trail.read(1, [file], () => undefined);
      assert.ok(isStopped ? progress.loaded < 3 * many : true);
      assert.deepEqual([all.isStopped, all.progress.loaded], [false, 3 * many]);
      assert.equal(all.files[0]?.conflicting, 0);
      await trail.drop(1);
    });
  });

  it('that become shorter while they are read give what was there, and say so', async () => {
    const file = await written('shrinks.ndjson', textOf(0, 4 * many));
    assert.ok('path' in file.at);
    const { path } = file.at;
    const trail = new FileTrail();
    const read = await trail.read(1, [file], () => truncateSync(path, 1_000));
    const [one] = read.files;
    assert.deepEqual([one?.fault, one?.doubts.includes('cut')], [{ kind: 'shrunk' }, true]);
    assert.ok(read.progress.loaded > 0 && read.progress.loaded < 4 * many, `${read.progress.loaded}`);
    await trail.drop(1);
  });

  it('that are not there leave the others', async () => {
    const { read, ids } = await readAll(
      { name: 'gone', at: { path: join(folder(), 'gone') } },
      await written('there.ndjson', textOf(0, 1)),
    );
    assert.deepEqual(read.files[0]?.fault, { kind: 'unreadable', code: 'ENOENT' });
    assert.deepEqual(await ids(), [idOf(0)]);
  });
});
