import assert from 'node:assert/strict';
import { LogThrottle } from '../../../../src/extension/platform/logBrake.ts';
import { eventually } from '../../../run/waiting.ts';

describe('the brake of the log', () => {
  it('writes one line of a kind per second, and how many more there were', async () => {
    const brake = new LogThrottle();
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    for (let count = 0; count < 20_000; count++)
      brake.writeOrCountLine('webview: TypeError', 'webview: TypeError\nat x', write);
    brake.writeOrCountLine('another', 'another', write);
    assert.deepEqual(lines, ['webview: TypeError\nat x', 'another']);
    await eventually('the count', () => lines.length > 2);
    assert.deepEqual(lines.slice(2), ['webview: TypeError: 19999 more in the last second']);
    // Quiet for a second, a kind is written again at once.
    await eventually('the line', () => {
      brake.writeOrCountLine('another', 'another', write);
      return lines.at(-1) === 'another' && lines.length > 3;
    });
    brake.dispose();
  });

  it('counts lines of ever new kinds without writing or keeping them', async () => {
    const brake = new LogThrottle();
    const lines: string[] = [];
    for (let count = 0; count < 20_000; count++)
      brake.writeOrCountLine(`kind ${count}`, 'x'.repeat(10_000), (line) => void lines.push(line));
    assert.equal(lines.length, 50);
    assert.ok(lines.every((line) => line.length === 4_000));
    await eventually('the count', () => lines.length > 50);
    assert.deepEqual(lines.slice(50), ['other lines: 19950 more in the last second']);
    brake.dispose();
  });
});
