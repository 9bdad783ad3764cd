import assert from 'node:assert/strict';
import { bareDeps } from './bareDeps.ts';
import { commandCalls } from './commandCalls.ts';
import { commandsByID, type Exception, wholeDeps } from './exceptions.ts';
import { parse } from './parse.ts';
import { readRoot, sources } from './sources.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

const { contributes } = JSON.parse(readRoot('package.json')) as Manifest;
const ids = new Set(contributes.commands.map(({ command }) => command));

/** Fails for what is found and has no exception, and for exceptions that nothing found needs. */
function assertOnly(found: readonly string[], exceptions: readonly Exception[], advice: string): void {
  assert.deepEqual(
    found.filter((one) => !exceptions.some(({ where }) => one.startsWith(where))),
    [],
    advice,
  );
  assert.deepEqual(
    exceptions.filter(({ where }) => !found.some((one) => one.startsWith(where))),
    [],
    'exceptions that nothing needs any more',
  );
}

describe('features', () => {
  it('call each other through deps, and never run a command of the extension', () => {
    const found = commandCalls(parse(sources('src')), ids);
    assertOnly(found, commandsByID, 'call a function of deps instead: src/extension/app/featureApis.ts');
  });

  it('receive deps as a whole in their entry alone; everything below receives what it uses', () => {
    const extension = sources('src').filter(({ path }) => path.startsWith('src/extension/'));
    assertOnly(bareDeps(parse(extension)), wholeDeps, 'name the parts: Pick<Deps, …>');
  });

  it('a planted call is seen, and what the editor needs is not', () => {
    const [planted] = parse([
      {
        path: 'src/extension/a.ts',
        text: [
          "void vscode.commands.executeCommand('vaultsql.showLog');",
          "run('vaultsql.showLog', 1);",
          "const label = 'vaultsql.query';",
          "const table = { 'vaultsql.showLog': () => 1 };",
          "const item = { command: 'vaultsql.showLog' };",
          "item.command = 'vaultsql.showLog';",
        ].join('\n'),
      },
    ]);
    assert.ok(planted);
    const call = 'src/extension/a.ts vaultsql.showLog';
    assert.deepEqual(commandCalls([planted], new Set(['vaultsql.showLog'])), [call, call]);
  });

  it('deps as a whole is seen in a parameter, a field, a result and a type, and a part of it is not', () => {
    const file = (path: string, text: string) => ({ path, text });
    const planted = parse([
      file('src/extension/app/features.ts', "import { registerOne } from '../one/register.ts';"),
      file('src/extension/two/bundle.ts', "export { registerTwo } from './register.ts';"),
      file(
        'src/extension/one/register.ts',
        'export function registerOne(deps: Deps): void {}\nconst below = (deps: Deps) => deps.log;',
      ),
      file(
        'src/extension/two/register.ts',
        [
          'export function registerTwo(deps: Deps): void {}',
          "class Part { readonly #deps: Deps; constructor(deps: Pick<Deps, 'log'>) {} }",
          'function all(): Promise<Deps> {}',
          'interface Place extends Deps {}',
          "interface Piece extends Pick<Deps, 'log'> { readonly log: Deps['log'] }",
        ].join('\n'),
      ),
    ]);
    assert.deepEqual(bareDeps(planted), [
      'src/extension/one/register.ts below',
      'src/extension/two/register.ts Part',
      'src/extension/two/register.ts all',
      'src/extension/two/register.ts Place',
    ]);
  });
});
