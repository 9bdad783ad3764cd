import assert from 'node:assert/strict';
import '../withVscode.ts';
import { readFileSync } from 'node:fs';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import {
  findValueProblems,
  normalizeNumberSetting,
  VALUE_SETTINGS,
} from '../../../../src/extension/platform/settingValues.ts';

const { registerSettingsProblems } = await import(
  '../../../../src/extension/language/providers/settingsProblems.ts'
);

const problemsOf = (set: Readonly<Record<string, unknown>>) => findValueProblems((name) => set[name]);

/** What the person reads about settings that `set` has and then, one by one, the later ones. */
function told(...sets: readonly Readonly<Record<string, unknown>>[]): string[] {
  const texts: string[] = [];
  let now = sets[0] ?? {};
  let changed: (is: (name: string) => boolean) => void = () => undefined;
  const deps = {
    settings: {
      dialectProblems: () => [],
      valueProblems: () => problemsOf(now),
      onDidChange: (listener: typeof changed) => {
        changed = listener;
        return { dispose: () => undefined };
      },
    },
    messages: {
      warn: async (text: string) => {
        texts.push(text);
      },
    },
  };
  registerSettingsProblems(deps as unknown as Deps);
  for (const set of sets.slice(1)) {
    now = set;
    changed((name) => 'vaultsql.results.pageSize'.startsWith(name));
  }
  return texts;
}

describe('settings with a value that is not applied', () => {
  it('are told, with what is used in their place', () => {
    assert.deepEqual(told({ 'vaultsql.results.pageSize': 100 }), [
      'vaultsql.results.pageSize must be a whole number from 1 to 25. 25 is used.',
    ]);
    assert.deepEqual(told({ 'vaultsql.results.maskValues': 'some' }), [
      'vaultsql.results.maskValues must be one of declared, all, none. Its default is used.',
    ]);
    assert.deepEqual(told({ 'vaultsql.audit.maskLiterals': 'no' }), [
      'vaultsql.audit.maskLiterals must be true or false. Its default is used.',
    ]);
    assert.deepEqual(told({ 'vaultsql.audit.cursorParameters': { timestamp: 't' } }), [
      'vaultsql.audit.cursorParameters must be null or name both timestamp and changeID. Older events are not loaded.',
    ]);
    assert.deepEqual(told({ 'vaultsql.audit.cursorParameters': null }), []);
    assert.deepEqual(told({ 'vaultsql.network.timeoutSeconds': '9', 'vaultsql.results.pageSize': 100 }), [
      'vaultsql.results.pageSize must be a whole number from 1 to 25. 25 is used. vaultsql.network.timeoutSeconds must be a whole number from 1 to 3600. 60 is used.',
    ]);
  });

  it('are told once, and again when another one is set', () => {
    const wrong = { 'vaultsql.results.pageSize': 100 };
    const other = { 'vaultsql.results.pageSize': 0 };
    assert.equal(told(wrong, wrong).length, 1);
    assert.equal(told(wrong, { ...other }).length, 2);
    assert.equal(told(wrong, {}, wrong).length, 2);
    assert.deepEqual(told({}, { 'vaultsql.results.pageSize': 25 }), []);
  });

  it('are those that the editor marks in the settings file too', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
    const described = manifest.contributes.configuration.properties as Record<
      string,
      Record<string, unknown>
    >;
    for (const [name, setting] of Object.entries(VALUE_SETTINGS)) {
      const {
        type,
        minimum,
        maximum,
        default: fallback,
        enum: values,
      } = described[name] ?? assert.fail(name);
      switch (setting.kind) {
        case 'number':
          assert.deepEqual(
            [type, minimum, maximum, fallback],
            ['integer', setting.minimum, setting.maximum, setting.fallback],
            name,
          );
          break;
        case 'choice':
          assert.deepEqual(values, setting.values, name);
          break;
        case 'switch':
          assert.equal(type, 'boolean', name);
          break;
        case 'cursor':
          assert.deepEqual(type, ['object', 'null'], name);
      }
      assert.deepEqual(problemsOf({ [name]: fallback }), [], name);
    }
    // Lists and free objects are read, and held against their form, elsewhere.
    const listed = Object.entries(described).filter(([, { type }]) => type !== 'array' && type !== 'object');
    assert.deepEqual(Object.keys(VALUE_SETTINGS).sort(), listed.map(([name]) => name).sort());
  });

  it('are used as near as can be', () => {
    for (const [value, used] of [
      [100, 25],
      [0, 1],
      [7.9, 7],
      ['7', 25],
      [Number.NaN, 25],
    ] as const)
      assert.equal(normalizeNumberSetting('vaultsql.results.pageSize', value), used);
  });
});
