import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { constructSentences, getSignatures } from '../../src/core/messages/constructs.ts';
import { createFindingSentence } from '../../src/core/messages/findings.ts';
import { rewriteExamples, rewriteTitle } from '../../src/core/messages/rewrites.ts';
import type { Sentence } from '../../src/core/messages/sentence.ts';
import { constructs } from '../../src/core/sql/dialect/constructs.ts';
import { findRewritesInRange } from '../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../src/core/sql/lint/check.ts';
import { pseudoTexts } from '../run/pseudo.ts';
import { englishBundle, placesOf, sentencePlaces } from './sentences.ts';
import { readRoot, root, sources } from './sources.ts';

const shown = sentencePlaces();
const english = englishBundle();

const samples = readRoot('test/fixtures/dialect.jsonl')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly sql: string }).sql);

/** A sentence and those that follow it. */
const all = (sentence: Sentence): readonly Sentence[] => [
  sentence,
  ...(sentence.next ? all(sentence.next) : []),
];

describe('sentences for translators', () => {
  it('are literals in each call: a key made at run time is in no bundle', () => {
    assert.deepEqual(
      shown.filter(({ text }) => text === undefined).map(({ place }) => place),
      [],
    );
    assert.ok(Object.keys(english).length > 800);
  });

  it('have a place for each value, and a value for each place', () => {
    const isOfTable = (place: string): boolean => place.startsWith('src/core/messages/');
    const wrong = shown.filter(({ place, text, args }) => {
      const places = placesOf(text ?? '');
      const isNumbered = places.every((one, index) => one === `{${index}}`);
      // A table's sentence is filled where it is taken.
      const isFilled = args === undefined || args === places.length || (args === 0 && isOfTable(place));
      return !isNumbered || !isFilled;
    });
    assert.deepEqual(wrong, []);
  });

  it('are short where a notification only informs', () => {
    const literal = /\bmessages\.info\(\s*vscode\.l10n\.t\(\s*'([^']+)'/g;
    const texts = sources('src')
      .filter(({ path }) => path.startsWith('src/extension/'))
      .flatMap(({ text }) => [...text.matchAll(literal)].map(([, sentence = '']) => sentence));
    assert.ok(texts.length > 40, `${texts.length} found`);
    assert.deepEqual(
      texts.filter((text) => text.length > 85),
      [],
    );
  });

  it('include what core says of findings, rewrites and constructs', () => {
    const sentences: Sentence[] = [
      ...samples.flatMap((sql) => checkText(sql).map((finding) => createFindingSentence(finding, sql))),
      ...Object.values(rewriteExamples)
        .flat()
        .map((example) => (example.includes('SELECT') ? example : `SELECT * FROM persons WHERE ${example}`))
        .flatMap((sql) =>
          findRewritesInRange(sql, { start: 0, end: sql.length }).flatMap(({ rewrites }) =>
            rewrites.map((rewrite) => rewriteTitle(sql, rewrite)),
          ),
        ),
      ...constructs.flatMap(({ name, kind }) => {
        const { description, rule } = constructSentences(name, kind === 'function');
        return description ? [description, rule] : [rule];
      }),
      ...['COUNT', 'SUM', 'MIN', 'REDACTION'].flatMap((name) =>
        getSignatures(name).flatMap(({ parameters }) => parameters.map(({ text }) => text)),
      ),
    ].flatMap(all);
    assert.ok(new Set(sentences.map(({ template }) => template)).size > 150);
    assert.deepEqual(
      [...new Set(sentences.map(({ template }) => template))].filter((one) => !Object.hasOwn(english, one)),
      [],
    );
  });

  it('are translated one by one: no bundle has a stale sentence, or other places than the English one', () => {
    const bundles = globSync('l10n/bundle.l10n.*.json', { cwd: root }).map(
      (path) => JSON.parse(readRoot(path)) as Readonly<Record<string, string>>,
    );
    for (const bundle of [pseudoTexts(english), ...bundles])
      for (const [text, translated] of Object.entries(bundle)) {
        assert.ok(Object.hasOwn(english, text), text);
        assert.deepEqual(placesOf(translated), placesOf(text), text);
      }
  });

  it('are found where the manifest says', () => {
    const manifest = JSON.parse(readRoot('package.json')) as { readonly l10n: string };
    assert.equal(manifest.l10n, './l10n');
    const names = new Set(Object.keys(JSON.parse(readRoot('package.nls.json')) as object));
    for (const path of globSync('package.nls.*.json', { cwd: root }))
      assert.deepEqual(
        Object.keys(JSON.parse(readRoot(path)) as object).filter((name) => !names.has(name)),
        [],
        path,
      );
  });
});
