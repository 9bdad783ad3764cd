/**
 * `npm start`: an editor with the packed extension and a sample workspace, left open for a person. The installed
 * desktop VS Code if there is one, with folders of its own; else the editor from npm, whose address it prints.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { root } from '../editor/cache.ts';
import { displayMissing, installedDesktop, namedExecutable } from '../editor/desktop.ts';
import { installNpmEditor } from '../editor/npmInstall.ts';
import { onSignal, run, start } from '../editor/processes.ts';
import { makeRunFolder } from '../editor/runFolder.ts';
import { installVsix, startServer } from '../editor/server.ts';
import { addressOf } from '../editor/session.ts';

const vsix = join(root, 'dist', 'vault-sql.vsix');
const folders = await makeRunFolder('start');
const desktop = await usableDesktop();
const { ended } = desktop === undefined ? await inBrowser() : await onDesktop(desktop);
console.log(
  'Click the Vault SQL icon in the activity bar, then Start Local Vault, then Run above a statement. Ctrl+C here ends it.',
);
onSignal(async () => {
  await folders.remove();
  process.exit(0);
});
await ended;
await folders.remove();

async function usableDesktop(): Promise<string | undefined> {
  if (process.env.VAULTSQL_EDITOR_WAY === 'npm') return undefined;
  const named = namedExecutable();
  if (named !== undefined) return named;
  const installed = await installedDesktop();
  if (typeof installed === 'string') {
    console.log(`In the browser (${installed}).`);
    return undefined;
  }
  return (await displayMissing()) === undefined ? installed.executable : undefined;
}

async function onDesktop(executable: string): Promise<{ ended: Promise<unknown> }> {
  const own = [`--user-data-dir=${folders.userData}`, `--extensions-dir=${folders.extensions}`];
  const cli = resolveCliPathFromVSCodeExecutablePath(executable);
  const shell = process.platform === 'win32';
  console.log('Installing Vault SQL…');
  await run(cli, ['--install-extension', vsix, '--force', ...own], { timeoutMs: 120_000, shell });
  const child = start(executable, [folders.workspace, '--wait', '--disable-workspace-trust', ...own]);
  console.log(`VS Code is opening (${executable}).`);
  return { ended: once(child, 'exit') };
}

async function inBrowser(): Promise<{ ended: Promise<unknown> }> {
  console.log('Installing an editor for the browser; the first time takes about 3 minutes…');
  const editor = await installNpmEditor();
  console.log('Installing Vault SQL…');
  await installVsix(editor, folders, vsix);
  console.log('Starting the editor…');
  const server = await startServer(editor, folders);
  console.log(`\nVS Code ${editor.version} with Vault SQL: ${addressOf(server, folders.workspace)}\n`);
  return { ended: once(server.process, 'exit') };
}
