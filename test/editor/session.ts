import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { launchPersistent } from './browser.ts';
import { root } from './cache.ts';
import { assertWithin, localVaultsIn, logBelow, SettingsRecord, sentIn, TRACED } from './destinations.ts';
import { addExtensions } from './installed.ts';
import { installNpmEditor } from './npmInstall.ts';
import { addPseudoLanguage, PSEUDO_LANGUAGE } from './pseudoLanguage.ts';
import { makeRunFolder, type RunFolder, type Theme } from './runFolder.ts';
import { addSampleData } from './sampleData.ts';
import { type EditorServer, startServer, uriPath } from './server.ts';
import { Workbench } from './workbench.ts';

/** Lists stay open where a view that is redrawn takes the keyboard: when that happens is chance. */
const driven = { 'workbench.quickOpen.closeOnFocusLost': false };

/** A folder is restricted without a question. */
const distrust = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

export interface EditorOptions {
  /** Names the run's folder and its pictures. */
  readonly name: string;
  /** The packed extension; `dist/vault-sql.vsix` by default, `false` for an editor without it. */
  readonly vsix?: string | false;
  /** Other packed extensions to install beside it. */
  readonly others?: readonly string[];
  /** The folder to open: the run's copy of the sample workspace by default, `false` for an empty window. */
  readonly folder?: string | false;
  /** User settings, written before the editor starts. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly theme?: Theme;
  readonly floor?: boolean;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Has the extension speak the made-up language of `pseudo`, as another display language of the editor would. */
  readonly pseudoLanguage?: boolean;
  /** Opens the folder in Restricted Mode, as one that the person has not said to trust. */
  readonly restricted?: boolean;
  /** Has the server and the workbench log all they can: what of it reaches the disk is then to be found there. */
  readonly trace?: boolean;
  /** Has the local vault build its sample data, as at the first start on a machine. */
  readonly isFirstStart?: boolean;
  /** Called once the extensions are installed, before the editor starts: may change the installed copies. */
  readonly onInstalled?: (run: RunFolder) => Promise<void>;
}

/** An open editor with the packed extension installed, and hands to drive it like a person. */
export interface Editor {
  readonly workbench: Workbench;
  readonly page: Page;
  readonly run: RunFolder;
  /** The version of VS Code. */
  readonly version: string;
  /** Where a person's own browser can open the same editor. */
  readonly address: string;
  /**
   * Closes all of it and deletes the run's folder; with `keep`, leaves the folder and says where it is. Rejects where a
   * request went to another place than the settings of its connection name.
   */
  close(options?: { readonly keep?: boolean }): Promise<void>;
}

/**
 * Opens the real workbench with the packed VSIX installed, in a browser without a window. Driving is done in the
 * editor from npm on every machine, whichever way host tests come to theirs: the workbench is the same program and
 * one way to drive it can be relied on. Rejects when it does not come up.
 */
export async function openEditor(options: EditorOptions): Promise<Editor> {
  const editor = await installNpmEditor({ floor: options.floor === true });
  const { restricted = false } = options;
  const settings = { ...driven, ...(restricted ? distrust : {}), ...options.settings };
  const run = await makeRunFolder(options.name, { ...options, settings });
  const record = new SettingsRecord(join(run.userData, 'User'));
  let server: EditorServer | undefined;
  let context: BrowserContext | undefined;
  const end = async () => {
    await context?.close();
    await server?.stop();
    return record.end();
  };
  try {
    const { vsix = join(root, 'dist', 'vault-sql.vsix'), others = [], env, trace = false } = options;
    await addExtensions(editor, run, vsix === false ? others : [vsix, ...others]);
    if (options.pseudoLanguage) await addPseudoLanguage(run.extensions);
    if (vsix !== false && options.isFirstStart !== true) await addSampleData(run);
    await options.onInstalled?.(run);
    server = await startServer(editor, run, { ...(env === undefined ? {} : { env }), trace, restricted });
    context = await launchPersistent(join(run.userData, 'browser'), {
      viewport: options.viewport ?? { width: 1400, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = context.pages()[0] ?? (await context.newPage());
    const address = addressOf(server, options.folder ?? run.workspace, trace ? 'trace' : TRACED);
    if (options.pseudoLanguage)
      await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${PSEUDO_LANGUAGE}'`);
    await page.goto(address);
    const workbench = new Workbench(page);
    await workbench.ready();
    // Until then the Command Palette does not know the extension's commands.
    if (vsix !== false && !options.pseudoLanguage) await workbench.tab('Vault SQL').waitFor();
    return {
      workbench,
      page,
      run,
      version: editor.version,
      address,
      async close({ keep = false } = {}) {
        const named = await end();
        const log = logBelow(run.path);
        assertWithin(sentIn(log), () => named, localVaultsIn(log));
        if (keep) console.log(`kept for a look: ${run.path}`);
        else await run.remove();
      },
    };
  } catch (error) {
    await end();
    console.log(`kept for a look: ${run.path}`);
    throw error;
  }
}

/** The address of the workbench on that folder, or on none; `level`: how much is logged. */
export function addressOf(server: EditorServer, folder: string | false, level?: string): string {
  const query = new URLSearchParams({ tkn: server.token });
  if (folder === false) query.set('ew', 'true');
  else query.set('folder', uriPath(folder));
  if (level !== undefined) query.set('payload', JSON.stringify([['logLevel', level]]));
  return `http://${server.authority}/?${query}`;
}
