import assert from 'node:assert/strict';
import { env } from '../fakeVscode.ts';
import '../withVscode.ts';

const { dayText, shortDay, shortTime, shortTimestamps } = await import(
  '../../../../src/extension/audit/shortTimes.ts'
);

describe('dates at a glance', () => {
  const { language } = env;
  afterEach(() => {
    env.language = language;
  });

  const time = '2023-11-05 16:02:28.000000000';
  for (const [of, day, whole, row] of [
    ['en', '5 Nov', 'Sun 5 Nov 2023', '5 Nov 2023 16:02:28'],
    ['qps-ploc', '5 Nov', 'Sun 5 Nov 2023', '5 Nov 2023 16:02:28'],
    ['ja', '11月5日', '2023年11月5日(日)', '2023年11月5日 16:02:28'],
    ['fr', '5 nov.', 'dim. 5 nov. 2023', '5 nov. 2023 16:02:28'],
  ] as const)
    it(`have the order of the language: ${of}`, () => {
      env.language = of;
      assert.deepEqual(
        [shortDay(time), shortTime(time), dayText('2023-11-05'), shortTimestamps('utc')(time)],
        [day, `${day} 16:02`, whole, row],
      );
    });

  it('have the year as the service wrote it', () => {
    assert.equal(shortTimestamps('utc')('0000-01-05 00:00:00.000000000'), '5 Jan 0000 00:00:00');
  });
});
