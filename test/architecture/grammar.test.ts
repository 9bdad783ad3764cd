import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';
import { constructs } from '../../src/core/sql/dialect/constructs.ts';
import { grammar, isColoured } from './grammar.ts';
import { readRoot } from './sources.ts';

const path = 'syntaxes/vaultsql.tmLanguage.json';

const paths: ReadonlyMap<string, string> = new Map([
  ['source.vaultsql', path],
  ['text.vaultsql-event', 'syntaxes/vaultsql-event.tmLanguage.json'],
]);

async function loadTokenizer(scope: string): Promise<IGrammar> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const file = paths.get(name) ?? assert.fail(name);
      return textmate.parseRawGrammar(readRoot(file), file);
    },
  });
  return (await registry.loadGrammar(scope)) ?? assert.fail(scope);
}

describe('grammar', () => {
  let tokenizer: IGrammar;
  before(async () => {
    tokenizer = await loadTokenizer('source.vaultsql');
  });

  /** The innermost scope of the first character of each piece, over the lines of a text. */
  function scopes(text: string, piece: string): string[] {
    let state = textmate.INITIAL;
    return text.split('\n').flatMap((line) => {
      const { tokens, ruleStack } = tokenizer.tokenizeLine(line, state);
      state = ruleStack;
      const at = line.indexOf(piece);
      const token = tokens.find(({ startIndex, endIndex }) => startIndex <= at && at < endIndex);
      return at < 0 ? [] : [token?.scopes.at(-1)?.replace('.vaultsql', '') ?? ''];
    });
  }

  it('is what the dialect table gives (npm run grammar)', () => {
    assert.deepEqual(JSON.parse(readRoot(path)), JSON.parse(JSON.stringify(grammar)));
  });

  it('gives every word of the table the scope of its kind', () => {
    const wrong = constructs.filter(isColoured).flatMap(({ name, kind, verdict }) => {
      if (verdict === 'undocumented' || (kind === 'function' && verdict !== 'supported')) return [];
      const text =
        kind === 'command' ? `${name} x` : kind === 'function' ? `SELECT ${name}(x)` : `SELECT x ${name} y`;
      const [scope = ''] = scopes(text, name);
      const expected =
        name === 'NULL'
          ? /^constant\.language$/
          : name === 'NOT NULL'
            ? /^keyword\.operator\.expression$/
            : verdict === 'supported'
              ? /^(?:keyword\.other|keyword\.operator\.expression|support\.function)$/
              : /^keyword\.other\.(?:unsupported|write)$/;
      return expected.test(scope) ? [] : [`${name}: ${scope}`];
    });
    assert.deepEqual(wrong, []);
  });

  const cases: readonly (readonly [string, string, string])[] = [
    ["SELECT 'FROM'", 'FROM', 'string.quoted.single'],
    ["SELECT 'it''s FROM'", 'FROM', 'string.quoted.single'],
    ['SELECT "FROM"', 'FROM', 'variable.other.quoted'],
    ['SELECT $q$ FROM $q$', 'FROM', 'string.unquoted.dollar'],
    ['SELECT 1 -- FROM', 'FROM', 'comment.line.double-dash'],
    ['/* a /* b */ FROM */ SELECT', 'FROM', 'comment.block'],
    ['/* a\nFROM */ SELECT', 'FROM', 'comment.block'],
    ['/* a */ FROM', 'FROM', 'keyword.other'],
    ['SELECT t.from', 'from', 'source'],
    ['SELECT count FROM t', 'count', 'source'],
    ['SELECT count (x)', 'count', 'support.function'],
    ['WHERE a = :name', ':name', 'variable.parameter'],
    [`WHERE a = ${'$'}{name}`, `${'$'}{name}`, 'variable.parameter'],
    ['SELECT a::int', 'int', 'source'],
    ['LIMIT 25', '25', 'constant.numeric'],
    ['SELECT a1', '1', 'source'],
    ['-- vault: sandbox/customers', 'sandbox', 'entity.name.namespace'],
    ['select a from t', 'from', 'keyword.other'],
    ['SELECT updated FROM t', 'updated', 'source'],
    ['SELECT comment FROM t', 'comment', 'source'],
  ];
  for (const [text, piece, expected] of cases) {
    it(`${JSON.stringify(text)}: ${piece} is ${expected}`, () => {
      assert.deepEqual(scopes(text, piece), [expected]);
    });
  }
});

describe('grammar of the details of an event', () => {
  it('tells headings, names of fields, and the query apart', async () => {
    const tokenizer = await loadTokenizer('text.vaultsql-event');
    const lines = [
      'READ · ada@local.test',
      '2026-11-20 17:45:03.000000001 UTC',
      '',
      'Query',
      '\tSELECT name /* a',
      '\tcomment */ FROM persons',
      '',
      'Note',
      '    two  spaces',
      '',
      'Who',
      '  Actor type  USER SELECT',
    ];
    let state = textmate.INITIAL;
    const scopes = lines.map((line) => {
      const { tokens, ruleStack } = tokenizer.tokenizeLine(line, state);
      state = ruleStack;
      return tokens.map(
        ({ startIndex, endIndex, scopes: [, ...inner] }) =>
          `${line.slice(startIndex, endIndex).trim()}: ${inner.at(-1) ?? ''}`,
      );
    });
    const heading = 'markup.heading.2.vaultsql-event';
    assert.deepEqual(scopes[0], ['READ · ada@local.test: markup.heading.1.vaultsql-event']);
    assert.match(scopes[1]?.[0] ?? '', /comment\.line\.time/);
    assert.deepEqual(
      [scopes[3], scopes[7], scopes[10]],
      [[`Query: ${heading}`], [`Note: ${heading}`], [`Who: ${heading}`]],
    );
    assert.ok(scopes[4]?.some((token) => /^SELECT: keyword/.test(token)));
    assert.ok(scopes[5]?.some((token) => /^comment.*: comment\.block/.test(token)));
    assert.ok(scopes[5]?.some((token) => /^FROM: keyword/.test(token)));
    assert.deepEqual(scopes[8], ['two  spaces: ']);
    assert.deepEqual(
      scopes[11]?.filter((token) => !token.startsWith(':')),
      ['Actor type: variable.other.property.vaultsql-event', 'USER SELECT: '],
    );
  });
});
