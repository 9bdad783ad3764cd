/** The rules of the service (src/core/service/SERVICE.md) and the places that cite them know each other. */
import assert from 'node:assert/strict';
import { readRoot, sources } from './sources.ts';

/** `S12`, or all of `S10–S20`; a spreadsheet's cell in quotes is neither. */
const citation = /(?<!['\w])([SD])(\d{1,2})(?:–\1(\d{1,2}))?(?!\w)/g;

function citedIn(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(([, letter = '', first, last = first]) => {
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, index) => `${letter}${Number(first) + index}`);
  });
}

describe('rules of the service', () => {
  const [rules = '', notOurs = ''] = readRoot('src/core/service/SERVICE.md').split('\n## Not ours\n');
  const numbers = [...rules.matchAll(/^- \*\*([SD]\d+)\*\* /gm)].map(([, number = '']) => number);
  /** The titles of all rules, of which none rests on its rule. */
  const titles = 'src/core/messages/conformance.ts';
  const code = [...sources('src'), ...sources('test')].filter(
    ({ path }) => !path.endsWith('service.test.ts') && path !== titles,
  );
  const cited = new Set(code.flatMap(({ text }) => citedIn(text)));

  it('have numbers without gaps, each once', () => {
    for (const letter of ['S', 'D']) {
      const own = numbers.filter((number) => number.startsWith(letter));
      assert.deepEqual(
        own,
        own.map((_, index) => `${letter}${index + 1}`),
      );
    }
  });

  it('are cited by a number that there is', () => {
    const wrong = code.flatMap(({ path, text }) =>
      citedIn(text)
        .filter((number) => !numbers.includes(number))
        .map((number) => `${path}: ${number}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('are cited by code or a test, or said not to be ours', () => {
    const listed = new Set(citedIn(notOurs));
    assert.deepEqual(
      numbers.filter((number) => cited.has(number) === listed.has(number)),
      [],
    );
  });

  it('are what is cited, not the documents behind them', () => {
    const outside = /\b[Ss]pec(?:ification)? \d|\b[Tt]he spec\b|\b[Ff]acts: [a-z]/;
    assert.deepEqual(
      code.filter(({ text }) => outside.test(text)).map(({ path }) => path),
      [],
    );
  });
});
