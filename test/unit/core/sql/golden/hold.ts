/** The tests that compare what every reader says of the samples with the golden files. */
import assert from 'node:assert/strict';
import { blockOf, type Golden, type GoldenName, readGolden, readSamples, textReader } from './files.ts';
import { type Reader, readerNames, readers } from './readers.ts';
import { drawnSamples, fixedSamples, type Sample } from './samples.ts';

/** Rows that differ. */
function changes(was: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const keys = [...new Set([...was.keys(), ...now.keys()])].filter((key) => was.get(key) !== now.get(key));
  return keys.map((key) => `${key}\n  was ${was.get(key) ?? 'nothing'}\n  now ${now.get(key) ?? 'nothing'}`);
}

/** Declares one test for each reader: on the fixed samples and every `step`th block of the drawn ones. */
export function holdReadings(step: number): void {
  const isHeld = (block: string): boolean => Number(/\d+$/.exec(block)) % step === Math.min(3, step - 1);
  let fixed: readonly Sample[];
  let drawn: readonly Sample[];
  before(() => {
    fixed = fixedSamples();
    drawn = drawnSamples().filter((sample) => isHeld(blockOf(sample)));
  });

  /** How often each kind of line is read is known of all blocks together only. */
  const held = ({ blocks, ...rest }: Golden): Golden => ({
    ...rest,
    ...(step > 1 && { counts: new Map() }),
    blocks: new Map([...blocks].filter(([block]) => isHeld(block))),
  });
  function holds(name: GoldenName, reader: Reader, advice: string): void {
    const [was, now] = [held(readGolden(name)), held(readSamples(reader, fixed, drawn))];
    const found = (['fixed', 'counts', 'blocks'] as const).flatMap((part) => changes(was[part], now[part]));
    assert.ok(found.length === 0, `${advice}\n${found.slice(0, 20).join('\n')}`);
  }

  it('the statements are the same', () => {
    holds('samples', textReader, 'npm run golden -- --write, with code that is known to be right:');
  });
  for (const name of readerNames) {
    it(`${name} are the same`, () => {
      holds(
        name,
        readers[name],
        `npm run golden -- --since HEAD --reader ${name} shows what changed, npm run golden -- --write accepts it:`,
      );
    });
  }
}
