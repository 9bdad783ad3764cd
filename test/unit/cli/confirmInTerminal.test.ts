import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { confirmInTerminal } from '../../../src/cli/confirmInTerminal.ts';

/** Returns the answer to the question after the user typed `typed`. */
function ask(typed: string): Promise<boolean> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = confirmInTerminal('Send?', input, output);
  if (typed === '') input.end();
  else input.write(typed);
  return answer;
}

describe('a question in a terminal', () => {
  for (const typed of ['y\r', 'YES\r', ' y \r'])
    it(`is confirmed by ${JSON.stringify(typed)}`, async () => assert.equal(await ask(typed), true));

  for (const typed of ['\r', 'n\r', 'yellow\r', '\u0003', '\u0004', ''])
    it(`is declined by ${JSON.stringify(typed)}`, async () => assert.equal(await ask(typed), false));
});
