/**
 * Takes the arguments of a desktop VS Code that runs extension tests, runs them in the editor from npm, and ends
 * with the tests' exit code. To be the `vscodeExecutablePath` of @vscode/test-electron; see editor.ts.
 * Only what the tests print is passed on; the workbench's own chatter goes to `console.log` in the user data.
 */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { format, parseArgs } from 'node:util';
import { launchPersistent } from './browser.ts';
import { installNpmEditor } from './npmInstall.ts';
import { startServer, uriPath } from './server.ts';

const { values, positionals } = parseArgs({
  // Switches meant for Electron (--no-sandbox …) are of no use here.
  strict: false,
  allowPositionals: true,
  options: {
    release: { type: 'string', default: 'current' },
    extensionDevelopmentPath: { type: 'string', multiple: true, default: [] },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    log: { type: 'string' },
  },
});

const userData = resolve(String(values['user-data-dir']));
const folders = { userData, extensions: resolve(String(values['extensions-dir'])) };
await mkdir(userData, { recursive: true });
const chatter = createWriteStream(join(userData, 'console.log'), { flags: 'a' });

const editor = await installNpmEditor({ floor: values.release === 'floor' });
const server = await startServer(editor, folders, { testing: true });
// Nobody looks at this window: a small one spares the browser a sixth of its processor time.
const viewport = { width: 640, height: 480 };
const context = await launchPersistent(join(userData, 'browser'), { viewport });
try {
  process.exitCode = await runTests();
} finally {
  await context.close();
  await server.stop();
  chatter.end();
}

async function runTests(): Promise<number> {
  const page = context.pages()[0] ?? (await context.newPage());
  const remote = (path: string) => `vscode-remote://${server.authority}${encodeURI(uriPath(path))}`;
  const payload = [
    ...(values.extensionDevelopmentPath ?? []).map((path) => [
      'extensionDevelopmentPath',
      remote(String(path)),
    ]),
    ['extensionTestsPath', remote(String(values.extensionTestsPath))],
    ...(values.log === undefined ? [] : [['logLevel', String(values.log)]]),
  ];
  const query = new URLSearchParams({ tkn: server.token, payload: JSON.stringify(payload) });
  const folder = positionals[0];
  const kind = folder?.endsWith('.code-workspace') === true ? 'workspace' : 'folder';
  if (folder !== undefined) query.set(kind, uriPath(folder));

  const ended = new Promise<number>((finish, fail) => {
    void page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => pass(type, args));
    void page.exposeFunction('codeAutomationExit', (code: number) => finish(code));
    page.once('crash', () => fail(new Error('the page crashed')));
    context.once('close', () => fail(new Error('the browser was closed')));
    server.process.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  await page.goto(`http://${server.authority}/?${query}`);
  return ended;
}

/** Lines of the tests begin with a bar (test/run/reporter.ts); all others are the workbench's. */
function pass(type: string, args: readonly unknown[]): void {
  const line = format(...args);
  chatter.write(`${type} ${line}\n`);
  if (line.startsWith('│')) console.log(line);
}
