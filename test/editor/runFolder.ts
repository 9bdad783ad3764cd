import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheRoot, root } from './cache.ts';
import type { EditorFolders } from './server.ts';

/** The folders of one run of an editor, apart from those of any other. */
export interface RunFolder extends EditorFolders {
  readonly path: string;
  /** A copy of the sample workspace, free to be changed. */
  readonly workspace: string;
  /** Deletes the folder, unless it is to be looked at. */
  remove(): Promise<void>;
}

/** Settings that keep the editor's own novelties out of view and off the network, and spare it drawing what moves. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
};

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'hc-dark': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
} as const;

export type Theme = keyof typeof themes;

/** Makes `.vscode-test/run-<name>-…` with settings written as a user has them before the editor starts. */
export async function makeRunFolder(
  name: string,
  options: { readonly settings?: Readonly<Record<string, unknown>>; readonly theme?: Theme } = {},
): Promise<RunFolder> {
  await mkdir(cacheRoot, { recursive: true });
  const path = await mkdtemp(join(cacheRoot, `run-${name}-`));
  const userData = join(path, 'user');
  const extensions = join(path, 'extensions');
  const workspace = join(path, 'workspace');
  const settings = {
    ...quietSettings,
    ...(options.theme === undefined ? {} : { 'workbench.colorTheme': themes[options.theme] }),
    ...options.settings,
  };
  await mkdir(join(userData, 'User'), { recursive: true });
  await mkdir(extensions);
  await writeFile(join(userData, 'User', 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
  await cp(join(root, 'test', 'fixtures', 'workspace'), workspace, { recursive: true });
  // The editor's processes may still be writing their last lines.
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return { path, userData, extensions, workspace, remove };
}
