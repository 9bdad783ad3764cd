import { readFile } from 'node:fs/promises';
import { arch, release, type } from 'node:os';
import type { Machine } from '../architecture/ranOnRows.ts';
import { prepareEditor, type Way } from '../editor/editor.ts';

const ways: Readonly<Record<Way, string>> = {
  desktop: 'an installed desktop VS Code',
  download: 'a downloaded desktop VS Code',
  npm: 'these two in Chromium, no desktop VS Code',
};

/** Returns what the tests run on here. Throws if it was not started by npm, which names its own version. */
export async function thisMachine(): Promise<Machine> {
  const [, npm, node] = /^npm\/(\S+) node\/v(\S+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  if (npm === undefined || node === undefined) throw new Error('Start it as npm run readme -- --machine.');
  const linux = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(linux)?.[1] ?? `${type()} ${release()}`;
  const { way } = await prepareEditor();
  return { system: `${name}, ${arch()}`, npm, node, hostEditor: ways[way] };
}
