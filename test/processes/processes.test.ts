import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { run, start, stop, tryRun } from '../editor/processes.ts';
import { eventually, waitMs } from '../run/waiting.ts';

const node = process.execPath;

/** A program that starts another one, prints its process ID, and waits. */
const parent = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // In a container dead processes may stay uncollected: they count as ended.
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'));
}

async function isGone(pid: number): Promise<void> {
  assert.ok(pid > 0, `no process ID: ${pid}`);
  await eventually(`the end of process ${pid}`, () => !isAlive(pid));
}

describe('processes of the test tools', () => {
  it('give their exit code and both streams', async () => {
    const script = 'console.log("out"); console.error("err"); process.exitCode = 3';
    const result = await tryRun(node, ['-e', script], { timeoutMs: waitMs });
    assert.equal(result.code, 3);
    assert.equal(result.timedOut, false);
    assert.match(result.output, /out/);
    assert.match(result.output, /err/);
  });

  it('that hang are ended, with what they started', async () => {
    // Long enough for it to say what it started, however busy the machine is.
    let timeoutMs = 400;
    const result = await eventually('what it started', async () => {
      timeoutMs *= 2;
      const ended = await tryRun(node, ['-e', parent], { timeoutMs });
      return ended.output !== '' && ended;
    });
    assert.equal(result.timedOut, true);
    assert.notEqual(result.code, 0);
    await isGone(Number(result.output));
  });

  it('that are stopped take their children along', async () => {
    const child = start(node, ['-e', parent]);
    assert.ok(child.stdout);
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    await stop(child);
    await isGone(Number(chunk.toString()));
  });

  it('that cannot be started, or fail, are an error with what they said', async () => {
    await assert.rejects(run('no-such-program-here', [], { timeoutMs: waitMs }), /ENOENT/);
    await assert.rejects(run(node, ['-e', 'throw new Error("why")'], { timeoutMs: waitMs }), /why/);
  });
});
