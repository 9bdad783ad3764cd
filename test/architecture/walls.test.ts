import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf, root, sources } from './sources.ts';

/** Who may import whom: each folder with the folders it may reach beside itself, and whether it may use Node or vscode. */
const walls: Readonly<
  Record<string, { readonly may: readonly string[]; readonly node?: true; readonly vscode?: true }>
> = {
  core: { may: [] },
  protocol: { may: ['core'] },
  webview: { may: ['protocol', 'core'] },
  localVault: { may: ['core'], node: true },
  cli: { may: ['core', 'localVault'], node: true },
  extension: { may: ['core', 'protocol'], node: true, vscode: true },
};
const features = ['language', 'vaults', 'results', 'audit', 'localVault'];

/** What is wrong with one import of one file, or undefined. */
function trespass(path: string, imported: string): string | undefined {
  const folder = path.split('/')[1] ?? '';
  const wall = walls[folder];
  if (!wall) return `${path}: no wall for src/${folder}`;
  if (imported === 'vscode') return wall.vscode ? undefined : `${path} imports vscode`;
  if (imported.startsWith('node:')) return wall.node ? undefined : `${path} imports ${imported}`;
  if (!imported.startsWith('.')) return undefined;
  const target = posix.normalize(posix.join(posix.dirname(path), imported));
  const to = target.split('/')[1] ?? '';
  if (to !== folder && !wall.may.includes(to)) return `${path} imports ${target}`;
  const [from, into] = [path.split('/')[2] ?? '', target.split('/')[2] ?? ''];
  const between = folder === 'extension' && to === 'extension' && from !== into;
  if (between && features.includes(from) && features.includes(into))
    return `feature ${from} imports feature ${into}`;
  return undefined;
}

describe('walls', () => {
  it('no source reaches over one, side-effect imports included', () => {
    const found = sources('src').flatMap(({ path, text }) =>
      importsOf(text).map((imported) => trespass(path, imported)),
    );
    assert.deepEqual(found.filter(Boolean), []);
  });

  it('a planted import is seen', () => {
    assert.deepEqual(
      importsOf(
        "import 'vscode';\nimport type { A } from '../x.ts';\nvoid import('node:fs');\nexport * from './y.ts';",
      ),
      ['vscode', '../x.ts', 'node:fs', './y.ts'],
    );
    assert.ok(trespass('src/core/sql/a.ts', 'vscode'));
    assert.ok(trespass('src/core/sql/a.ts', 'node:fs'));
    assert.ok(trespass('src/core/sql/a.ts', '../../protocol/rpc.ts'));
    assert.ok(trespass('src/webview/results/a.ts', '../../extension/log.ts'));
    assert.ok(trespass('src/extension/audit/a.ts', '../results/view.ts'));
    assert.ok(trespass('src/localVault/a.ts', '../cli/serve.ts'));
    assert.equal(trespass('src/extension/audit/a.ts', '../log.ts'), undefined);
  });

  it('only the entry composes features, and features are reached from nowhere else', () => {
    const reaching = sources('src')
      .filter(
        ({ path }) =>
          path.startsWith('src/extension/') &&
          path.split('/').length === 3 &&
          !/\/(?:features|lazy)\.ts$/.test(path),
      )
      .flatMap(({ path, text }) =>
        importsOf(text)
          .filter((one) => features.some((feature) => one.startsWith(`./${feature}/`)))
          .map((one) => `${path} ${one}`),
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
