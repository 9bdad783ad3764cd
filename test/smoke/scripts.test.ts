import assert from 'node:assert/strict';
import { root } from '../editor/cache.ts';
import { tryRun } from '../editor/processes.ts';
import { npmRun } from '../run/stages.ts';
import { testMs } from '../run/waiting.ts';

describe('scripts that npm test does not need, with --smoke', () => {
  for (const script of ['bench', 'golden', 'house', 'test:mutation']) {
    it(`${script} runs`, async () => {
      const [command = '', ...args] = [...npmRun(script), '--', '--smoke'];
      const isShell = command === 'npm' && process.platform === 'win32';
      const options = { cwd: root, timeoutMs: testMs, shell: isShell };
      const { code, timedOut, output } = await tryRun(command, args, options);
      assert.deepEqual({ code, timedOut }, { code: 0, timedOut: false }, output);
    });
  }
});
