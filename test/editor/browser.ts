import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium as driver, type LaunchOptions } from 'playwright-core';
import { waitMs } from '../run/waiting.ts';
import { cached, exists, root } from './cache.ts';

const run = promisify(execFile);

/** A browser that playwright-core can drive, and how to start it. */
export interface FoundBrowser {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Additions to the environment of the browser's process. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it comes from, in words for a log line. */
  readonly origin: string;
}

/** Keeps the browser from calling home; a page's own requests are not touched. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Spares the workbench's page a tenth of its processor time, measured over a session with the local vault: fewer threads
 * compile and collect garbage beside it, and that less often. What a page shows and does is the same.
 */
const frugal = ['--js-flags=--single-threaded,--min-semi-space-size=32,--max-semi-space-size=64'];

/** Signals are handled in processes.ts, which ends servers before the browser goes. */
const ownSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

let found: Promise<FoundBrowser> | undefined;

/**
 * The browser for webview tests and for the editor in the browser: the one named by `VAULTSQL_BROWSER`, else an
 * installed Chromium, Chrome or Edge, else the one that the npm package @sparticuz/chromium carries (Linux x64).
 * Rejects with what to install where there is none.
 */
export function findBrowser(): Promise<FoundBrowser> {
  found ??= find();
  return found;
}

/** Starts that browser without a window. The caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await findBrowser();
  return driver.launch({
    headless: true,
    timeout: waitMs,
    ...ownSignals,
    ...options,
    executablePath: browser.executablePath,
    args: [...browser.args, ...(options.args ?? [])],
    env: { ...process.env, ...browser.env, ...options.env },
  });
}

/**
 * The same for an editor, with a profile kept in `directory`, so that what a page stores can be found there. One
 * context, one browser.
 */
export async function launchPersistent(
  directory: string,
  options: Parameters<typeof driver.launchPersistentContext>[1] = {},
): Promise<BrowserContext> {
  const browser = await findBrowser();
  const context = await driver.launchPersistentContext(directory, {
    headless: true,
    timeout: waitMs,
    ...ownSignals,
    ...options,
    executablePath: browser.executablePath,
    args: [...browser.args, ...frugal, ...(options.args ?? [])],
    env: { ...process.env, ...browser.env, ...options.env },
  });
  context.setDefaultTimeout(waitMs);
  return context;
}

async function find(): Promise<FoundBrowser> {
  const named = process.env.VAULTSQL_BROWSER;
  if (named !== undefined && named !== '') return installed(named, 'named by VAULTSQL_BROWSER');
  for (const path of candidates()) {
    if ((await exists(path)) && (await answers(path, {}))) return installed(path, 'installed');
  }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm();
  throw new Error('No browser found: install Chromium, Chrome or Edge, or name one in VAULTSQL_BROWSER.');
}

function installed(executablePath: string, how: string): FoundBrowser {
  return { executablePath, args: quiet, env: {}, origin: `${executablePath} (${how})` };
}

function candidates(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      ['/Applications', join(homedir(), 'Applications')].map(
        (at) => `${at}/${name}.app/Contents/MacOS/${name}`,
      ),
    );
  }
  if (process.platform === 'win32') {
    const places = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    return places
      .filter((place) => place !== undefined)
      .flatMap((place) => [
        join(place, 'Google/Chrome/Application/chrome.exe'),
        join(place, 'Microsoft/Edge/Application/msedge.exe'),
      ]);
  }
  const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'microsoft-edge'];
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => place !== '');
  return names.flatMap((name) => places.map((place) => join(place, name)));
}

/** Whether the program starts at all. On Windows and macOS `--version` may open a window, so its presence must do. */
async function answers(path: string, env: Record<string, string>): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  return run(path, ['--version'], { timeout: waitMs, env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}

/**
 * Unpacks @sparticuz/chromium into the cache. The package always unpacks into the system's temporary folder, and
 * its shared libraries only where it believes to run in a cloud function: a process of its own gets both settings.
 */
async function fromNpm(): Promise<FoundBrowser> {
  const manifest = await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const directory = await cached(`chromium-${version}`, async (target) => {
    await run(
      process.execPath,
      ['--input-type=module', '-e', 'import c from "@sparticuz/chromium"; await c.executablePath();'],
      { cwd: root, env: { ...process.env, TMPDIR: target, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' } },
    );
    await writeFile(join(target, 'fonts.conf'), fontsConf);
  });
  const executablePath = join(directory, 'chromium');
  const fonts = (await exists('/etc/fonts/fonts.conf'))
    ? {}
    : { FONTCONFIG_FILE: join(directory, 'fonts.conf') };
  const libraries = { LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') };
  for (const env of [fonts, { ...fonts, ...libraries }]) {
    if (await answers(executablePath, env)) {
      return { executablePath, args: quiet, env, origin: `@sparticuz/chromium ${version} from npm` };
    }
  }
  throw new Error(
    `The browser from npm does not start here (${executablePath}); install Chromium or Chrome.`,
  );
}

/** For machines without any font configuration: the package's own font and whatever the system has. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
