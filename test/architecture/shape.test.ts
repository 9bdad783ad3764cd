import assert from 'node:assert/strict';
import {
  circles,
  cycles,
  type Exception,
  fixedWaits,
  longFiles,
  longFunctions,
  moduleStates,
} from './exceptions.ts';
import { moduleState } from './moduleState.ts';
import { type ParsedSource, parse } from './parse.ts';
import {
  fileLines,
  folderFiles,
  functionLines,
  importCycles,
  type Measured,
  packedProperties,
  typeCycles,
} from './shape.ts';
import { sources } from './sources.ts';

const MAX_FUNCTION_LINES = 120;
const MAX_FILE_LINES = 500;

const covers = ({ where }: Exception, found: string): boolean =>
  where.endsWith('/') ? found.startsWith(where) : found === where;

/** Fails for what is found and has no exception, and for exceptions that nothing found needs. */
function assertOnly(found: readonly string[], exceptions: readonly Exception[]): void {
  assert.deepEqual(
    found.filter((one) => !exceptions.some((exception) => covers(exception, one))),
    [],
    'too long, with state, in a circle or with a fixed wait; a reason for it belongs in exceptions.ts',
  );
  assert.deepEqual(
    exceptions.filter((exception) => !found.some((one) => covers(exception, one))),
    [],
    'exceptions that nothing needs any more',
  );
}

const over = (all: readonly Measured[], limit: number): readonly string[] =>
  all.filter(({ count }) => count > limit).map(({ where }) => where);

describe('shape', () => {
  let parsed: readonly ParsedSource[] = [];
  before(() => {
    parsed = parse(sources('src'));
  });

  it(`a function has at most ${MAX_FUNCTION_LINES} lines`, () => {
    assertOnly(over(functionLines(parsed), MAX_FUNCTION_LINES), longFunctions);
  });

  it(`a file has at most ${MAX_FILE_LINES} lines`, () => {
    assertOnly(over(fileLines([...parsed, ...sources('test')]), MAX_FILE_LINES), longFiles);
  });

  it('every property of an object literal is written in it, not in a literal that is spread into it', () => {
    assert.deepEqual(packedProperties([...parsed, ...parse(sources('test'))]), []);
  });

  it('no module has state that changes', () => {
    assertOnly(moduleState(parsed), moduleStates);
  });

  it('no files import each other when they run', () => {
    assertOnly(importCycles(parsed).flat(), cycles);
  });

  it('no files of the extension import each other, be it for types alone', () => {
    const extension = sources('src').filter(({ path }) => path.startsWith('src/extension/'));
    assertOnly(typeCycles(extension).flat(), circles);
  });
});

/** A wait for a time, or a limit that is not one of test/run/waiting.ts. A delay of 0 is a turn of the event loop. */
const fixedWait = /\bwaitForTimeout\(|\btimeout: [1-9]|\.timeout\([1-9]|\bsetTimeout\(\w+, [1-9]/;

describe('tests', () => {
  it('wait for states, with the limits of one place', () => {
    const tests = sources('test').filter(({ path }) => !path.startsWith('test/bench/'));
    assert.ok(tests.length > 300);
    assertOnly(
      tests.filter(({ text }) => fixedWait.test(text)).map(({ path }) => path),
      fixedWaits,
    );
  });
});

describe('shape, measured', () => {
  const file = (path: string, text: string) => ({ path, text });

  it('counts the lines of functions, with those of the functions in them', () => {
    const [source] = parse([
      file(
        'src/a.ts',
        'export function outer() {\n  const inner = () => {\n    return 1;\n  };\n  return inner;\n}\n',
      ),
    ]);
    assert.ok(source);
    assert.deepEqual(functionLines([source]), [
      { where: 'src/a.ts outer', count: 6 },
      { where: 'src/a.ts inner', count: 3 },
    ]);
    assert.deepEqual(fileLines([source]), [{ where: 'src/a.ts', count: 6 }]);
    assert.deepEqual(folderFiles([source]), [{ where: 'src', count: 1 }]);
  });

  it('sees cycles of values, and no cycle where only types go round', () => {
    const one = [
      file('src/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n"),
      file('src/b.ts', "import { c } from './c.ts';\nexport const b = () => c;\n"),
      file('src/c.ts', "export { a as c } from './a.ts';\n"),
      file('src/d.ts', "import { a } from './a.ts';\nexport const d = a;\n"),
    ];
    assert.deepEqual(importCycles(parse(one)), [['src/a.ts', 'src/b.ts', 'src/c.ts']]);
    const types = [
      file('src/a.ts', "import type { B } from './b.ts';\nexport type A = B;\nexport const a = 1;\n"),
      file('src/b.ts', "import { a } from './a.ts';\nexport type B = typeof a;\n"),
    ];
    assert.deepEqual(importCycles(parse(types)), []);
    assert.deepEqual(typeCycles(types), [['src/a.ts', 'src/b.ts']]);
    const named = [
      file('src/a.ts', "export type A = typeof import('./b.ts');\n"),
      file('src/b.ts', "import type { A } from './a.ts';\nexport type B = A;\n"),
    ];
    assert.deepEqual(typeCycles(named), [['src/a.ts', 'src/b.ts']]);
  });

  it('sees state of modules, and none in what is only filled or hidden by a name of a function', () => {
    const state = parse([
      file('src/let.ts', 'export let count = 0;\n'),
      file('src/map.ts', 'const seen = new Map();\nexport const see = (name) => seen.set(name, 1);\n'),
      file('src/list.ts', 'const all = [];\nexport function add(one) { all[all.length] = one; }\n'),
      file('src/part.ts', 'const state = { on: false };\nexport function turn() { state.on = true; }\n'),
      file('src/made.ts', "import { createStore } from './x.ts';\nexport const store = createStore();\n"),
      file('src/static.ts', 'export class A { static made = 0; static readonly most = 1; }\n'),
    ]);
    assert.deepEqual(moduleState(state), [
      'src/let.ts count',
      'src/map.ts seen',
      'src/list.ts all',
      'src/part.ts state',
      'src/made.ts store',
      'src/static.ts made',
    ]);
    const none = parse([
      file('src/filled.ts', 'export const all = new Map();\nfor (const one of [1]) all.set(one, 1);\n'),
      file(
        'src/own.ts',
        'const all = [1];\nexport const f = (all) => all.push(2);\nexport const g = () => all;\n',
      ),
      file('src/main.ts', "import { createView } from './x.ts';\nconst view = createView();\nview.draw();\n"),
    ]);
    assert.deepEqual(moduleState(none), []);
  });
});
