import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Arrow, arrows } from './exceptions.ts';
import { importsOf, root, sources } from './sources.ts';

/** The folders of `src`: those that each may reach beside itself, and whether it may use Node or vscode. */
const walls: Readonly<
  Record<string, { readonly may: readonly string[]; readonly node?: true; readonly vscode?: true }>
> = {
  core: { may: [] },
  protocol: { may: ['core'] },
  node: { may: ['core'], node: true },
  webview: { may: ['protocol', 'core'] },
  localVault: { may: ['core', 'protocol'], node: true },
  cli: { may: ['core', 'node', 'localVault'], node: true },
  extension: { may: ['core', 'node', 'protocol'], node: true, vscode: true },
};

/** The rooms of `core/sql`: each may import those before it; those of one line do not import each other. */
const languageRooms: readonly (readonly string[])[] = [
  ['lexer'],
  ['dialect'],
  ['syntax'],
  ['analysis'],
  ['lint'],
  ['fixes', 'editor', 'execution'],
];

/** The second-level folder of a source: `core/sql`; of the language, its room: `core/sql/lexer`. */
function roomOf(path: string): string {
  const parts = path.split('/').slice(1, -1);
  return parts.slice(0, parts[1] === 'sql' && parts[0] === 'core' ? 3 : 2).join('/');
}

/** Whether the language's rooms allow the arrow. */
function isBackward(from: string, to: string): boolean {
  const line = (room: string) => languageRooms.findIndex((rooms) => rooms.includes(room.split('/')[2] ?? ''));
  return line(from) === -1 || line(to) === -1 || line(to) >= line(from);
}

/**
 * Whether the extension's rooms forbid the arrow: platform imports no other room, and a feature imports
 * platform, targets, export, and app alone.
 */
function isBetweenFeatures(from: string, to: string): boolean {
  if (from === 'extension/app' || to === 'extension/platform') return false;
  const isShared = ['extension/app', 'extension/export', 'extension/targets'].includes(to);
  return !isShared || from === 'extension/platform';
}

/** The forbidden arrow between two rooms of one folder that an import is, or undefined. */
function forbiddenArrow(path: string, target: string): Pick<Arrow, 'from' | 'to'> | undefined {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to) return undefined;
  const inLanguage = from.startsWith('core/sql') && to.startsWith('core/sql');
  const inExtension = from.startsWith('extension') && to.startsWith('extension');
  const inWebview = from.startsWith('webview') && to.startsWith('webview');
  const forbidden =
    (inLanguage && isBackward(from, to)) ||
    (inExtension && isBetweenFeatures(from, to)) ||
    (inWebview && to !== 'webview/shared');
  return forbidden ? { from, to } : undefined;
}

const targetOf = (path: string, imported: string): string =>
  posix.normalize(posix.join(posix.dirname(path), imported));

/** What is wrong with one import of one file, or undefined. */
function trespass(path: string, imported: string): string | undefined {
  const folder = path.split('/')[1] ?? '';
  const wall = walls[folder];
  if (!wall) return `${path}: no wall for src/${folder}`;
  if (imported === 'vscode') return wall.vscode ? undefined : `${path} imports vscode`;
  if (imported.startsWith('node:')) return wall.node ? undefined : `${path} imports ${imported}`;
  if (!imported.startsWith('.')) return undefined;
  const target = targetOf(path, imported);
  const to = target.split('/')[1] ?? '';
  if (to !== folder) return wall.may.includes(to) ? undefined : `${path} imports ${target}`;
  const arrow = forbiddenArrow(path, target);
  const excused = arrows.some(({ from, to: into }) => from === arrow?.from && into === arrow.to);
  return arrow && !excused ? `${path} imports ${target}` : undefined;
}

describe('walls', () => {
  it('no source reaches over one, side-effect imports included', () => {
    const found = sources('src').flatMap(({ path, text }) =>
      importsOf(text).map((imported) => trespass(path, imported)),
    );
    assert.deepEqual(found.filter(Boolean), []);
  });

  it('each exception is still needed', () => {
    const found = sources('src').flatMap(({ path, text }) =>
      importsOf(text)
        .filter((imported) => imported.startsWith('.'))
        .map((imported) => forbiddenArrow(path, targetOf(path, imported))),
    );
    const unneeded = arrows.filter(
      ({ from, to }) => !found.some((arrow) => arrow?.from === from && arrow.to === to),
    );
    assert.deepEqual(unneeded, []);
  });

  it('every folder of the language is one of its rooms', () => {
    const rooms = sources('src').flatMap(({ path }) =>
      path.startsWith('src/core/sql/') ? [path.split('/')[3] ?? ''] : [],
    );
    const known = languageRooms.flat();
    assert.deepEqual(
      [...new Set(rooms)].filter((room) => !known.includes(room)),
      [],
    );
  });

  it('a planted import is seen', () => {
    assert.deepEqual(
      importsOf(
        "import 'vscode';\nimport type { A } from '../x.ts';\nvoid import('node:fs');\nexport * from './y.ts';",
      ),
      ['vscode', '../x.ts', 'node:fs', './y.ts'],
    );
    assert.ok(trespass('src/core/sql/lint/a.ts', 'vscode'));
    assert.ok(trespass('src/core/sql/lint/a.ts', 'node:fs'));
    assert.ok(trespass('src/core/sql/lint/a.ts', '../../../protocol/rpc.ts'));
    assert.ok(trespass('src/core/sql/lint/a.ts', '../fixes/rewrite.ts'));
    assert.ok(trespass('src/core/sql/lint/a.ts', '../editor/hover.ts'));
    assert.ok(trespass('src/core/sql/fixes/a.ts', '../execution/paging.ts'));
    assert.ok(trespass('src/core/sql/lint/a.ts', '../helpers/a.ts'));
    assert.ok(trespass('src/webview/results/a.ts', '../../extension/platform/log.ts'));
    assert.ok(trespass('src/webview/results/a.ts', '../audit/view.ts'));
    assert.ok(trespass('src/extension/audit/a.ts', '../results/session.ts'));
    assert.ok(trespass('src/extension/audit/views/tree/a.ts', '../../../results/session.ts'));
    assert.ok(trespass('src/extension/platform/a.ts', '../app/deps.ts'));
    assert.ok(trespass('src/node/transport/a.ts', '../../extension/platform/log.ts'));
    assert.ok(trespass('src/localVault/server/a.ts', '../../cli/serve.ts'));
    assert.equal(trespass('src/core/sql/lint/a.ts', '../lexer/lexer.ts'), undefined);
    assert.equal(trespass('src/extension/audit/a.ts', '../platform/log.ts'), undefined);
    assert.equal(trespass('src/extension/audit/views/tree/a.ts', '../../../app/deps.ts'), undefined);
  });

  it('of the parts that all features meet in, only features.ts names a feature to run it', () => {
    const composing = /^src\/extension\/app\/features\.ts$/;
    const reaching = sources('src')
      .filter(({ path }) => path.startsWith('src/extension/app/') && !composing.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^import (?!type )[^;]*?'(\.\.\/[^']+)'/gm)]
          .map((match) => targetOf(path, match[1] ?? ''))
          .filter((target) => /^src\/extension\/(?!platform\/)/.test(target))
          .map((target) => `${path} ${target}`),
      );
    assert.deepEqual(reaching, []);
  });
});

describe('walls at compile time', () => {
  const planted = join(root, 'dist', 'planted');
  after(() => rmSync(planted, { recursive: true, force: true }));

  /** The compiler's messages for one source put into a folder's project. */
  function compile(folder: string, text: string): string {
    const at = join(planted, folder);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'planted.ts'), text);
    const config = {
      extends: `../../../src/${folder}/tsconfig.json`,
      compilerOptions: {
        composite: false,
        incremental: false,
        emitDeclarationOnly: false,
        noEmit: true,
        tsBuildInfoFile: null,
        rootDir: '../../..',
      },
      files: ['planted.ts'],
      include: [],
      references: [],
    };
    writeFileSync(join(at, 'tsconfig.json'), JSON.stringify(config));
    try {
      execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', at], {
        encoding: 'utf8',
      });
      return '';
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  }

  for (const folder of ['core', 'protocol', 'webview']) {
    it(`${folder} cannot use vscode`, () => {
      assert.match(
        compile(folder, "import { window } from 'vscode';\nexport const x = window;\n"),
        /TS2305|no exported member/,
      );
    });
    it(`${folder} cannot use Node`, () => {
      assert.match(
        compile(folder, "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n"),
        /TS2307|TS2591|Cannot find/,
      );
    });
  }
  it('core cannot use the DOM', () => {
    assert.match(compile('core', 'export const x = document.title;\n'), /TS2584|Cannot find name/);
  });
  it('a clean source compiles', () => {
    assert.equal(compile('core', 'export const x = 1;\n'), '');
  });
});
