/**
 * The built results webview in a real browser: the host's own HTML and policy, the editor's messages and theme
 * variables, and a host to play with in this process.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { auditAssets, createWebviewHtml, resultsAssets } from '../../src/protocol/html.ts';
import type { Port } from '../../src/protocol/rpc.ts';
import { launchBrowser } from '../editor/browser.ts';
import { screens } from '../editor/cache.ts';
import { pressKeys } from '../editor/keyboard.ts';
import { waitMs } from '../run/waiting.ts';

export const themeNames = ['dark', 'light', 'hc-dark', 'hc-light', 'dark-2026', 'light-2026'] as const;
export type ThemeName = (typeof themeNames)[number];
interface Theme {
  readonly class: string;
  readonly variables: Readonly<Record<string, string>>;
}

export const root = join(import.meta.dirname, '../..');
/** The editor's own values (1.139), read from its workbench with each theme on. */
const themes = JSON.parse(readFileSync(new URL('fixtures/themes.json', import.meta.url), 'utf8')) as Readonly<
  Record<ThemeName, Theme>
>;
const nonce = '0123456789abcdef0123456789abcdef';
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

/** Bundles the webview's script the way the package does; gives the script's text. */
export async function bundle(entry: string): Promise<string> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2024',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('nothing bundled');
  return file.text;
}

export interface Harness {
  readonly origin: string;
  /** The bundled webview. */
  readonly script: string;
  /** A fresh page with the webview, joined to `port` before its script starts. */
  open(options?: OpenOptions): Promise<WebviewPage>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** What `getState` gives at the start. */
  readonly saved?: unknown;
  /** Another page than the webview, of those given to `startHarness`. */
  readonly path?: string;
  /** A script that runs before those of the page, in place of the messages to this process. */
  readonly before?: string;
  /** Called with the port before the webview's script runs. */
  readonly connect?: (port: Port) => void;
}

export interface WebviewPage {
  readonly page: Page;
  /** What went wrong on the page: exceptions, policy violations, messages of the console. */
  readonly problems: readonly string[];
  /** What the webview last gave to `setState`. */
  savedState(): Promise<unknown>;
  /** Loads the page again. What is on its way to the document that goes is lost, as in the editor. */
  reload(): Promise<void>;
  /** Goes through `.vscode-test/screens/`, for a person to look at. */
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

export const views = {
  results: { entry: 'src/webview/results/main.ts', title: 'Results', assets: resultsAssets },
  audit: { entry: 'src/webview/audit/main.ts', title: 'Audit Table', assets: auditAssets },
};

/**
 * Bundles, serves on loopback and starts the browser. Extra pages by path serve the benchmarks. A browser or a bundled
 * script that is given is used instead, and such a browser is left open.
 */
export async function startHarness(
  extra: ReadonlyMap<string, string> = new Map(),
  name: keyof typeof views = 'results',
  translations?: Readonly<Record<string, string>>,
  given: { readonly browser?: Browser; readonly script?: string } = {},
): Promise<Harness> {
  const { entry, title, assets } = views[name];
  const script = given.script ?? (await bundle(entry));
  const files = new Map([[`/${assets.script}`, script], ...extra]);
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    void answer(path).then(
      (body) => {
        response.setHeader('content-type', types[extname(path)] ?? 'text/html; charset=utf-8');
        response.end(body);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const html = createWebviewHtml({
    title,
    cspSource: origin,
    nonce,
    script: `${origin}/${assets.script}`,
    styles: assets.styles.map((path) => `${origin}/${path}`),
    lang: translations ? 'qps-ploc' : 'en',
    translations,
  });

  async function answer(path: string): Promise<string | Buffer> {
    if (path === '/') return html;
    const known = files.get(path);
    if (known !== undefined) return known;
    if (!/^\/media\/[a-z]+\.(css|ttf)$/.test(path)) throw new Error('not served');
    return readFile(join(root, path));
  }

  const browser = given.browser ?? (await launchBrowser());
  return {
    origin,
    script,
    open: (options = {}) => openPage(browser, origin, options),
    async close() {
      if (given.browser === undefined) await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openPage(browser: Browser, origin: string, options: OpenOptions): Promise<WebviewPage> {
  const { width = 1000, height = 420, theme = 'dark' } = options;
  const context: BrowserContext = await browser.newContext({ viewport: { width, height } });
  context.setDefaultTimeout(waitMs);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'info' && message.type() !== 'log') problems.push(message.text());
  });
  page.on('requestfailed', (request) => problems.push(`failed ${request.url()}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const listeners = new Set<(message: unknown) => void>();
  let documents = 0;
  let isReloading = false;
  await page.exposeFunction('fromWebview', (message: unknown) => {
    for (const listener of listeners) listener(message);
  });
  options.connect?.({
    post: (message) => {
      // One text: the browser's driver takes objects apart value by value, which would be measured as the view's work.
      const of = documents;
      void page
        .evaluate(
          (text) => window.postMessage(JSON.parse(text), window.location.origin),
          JSON.stringify(message),
        )
        .catch((error: unknown) => {
          const isOfThis = of === documents && !isReloading;
          if (!page.isClosed() && isOfThis) problems.push(String(error));
        });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  await page.addInitScript(prepare, { theme: themes[theme], saved: options.saved });
  if (options.before !== undefined) await page.addInitScript(options.before);
  await page.goto(`${origin}${options.path ?? '/'}`);
  return {
    page,
    problems,
    savedState: () => page.evaluate('window.savedState'),
    async reload() {
      isReloading = true;
      await page.reload();
      documents++;
      isReloading = false;
    },
    async picture(name) {
      await mkdir(screens, { recursive: true });
      const take = (): Promise<unknown> => page.screenshot({ path: join(screens, `${name}.png`) });
      // On a busy machine the browser now and then has no frame to give.
      await take().catch(take);
    },
    close: () => context.close(),
  };
}

interface Prepared {
  readonly theme: Theme;
  readonly saved: unknown;
}

/** Runs in the page before its script: what the editor gives to a webview. */
function prepare({ theme, saved }: Prepared): void {
  const scope = window as unknown as Record<string, unknown> & { fromWebview(message: unknown): void };
  scope.savedState = saved;
  let acquired = false;
  scope.acquireVsCodeApi = () => {
    if (acquired) throw new Error('acquired twice');
    acquired = true;
    return {
      // As in the editor, a message is a copy without functions and undefined fields.
      postMessage: (message: unknown) => scope.fromWebview(JSON.parse(JSON.stringify(message))),
      getState: () => scope.savedState,
      setState: (state: unknown) => {
        scope.savedState = state;
      },
    };
  };
  const fonts = {
    '--vscode-font-family': 'system-ui, "Open Sans", sans-serif',
    '--vscode-font-size': '13px',
    '--vscode-font-weight': 'normal',
    '--vscode-editor-font-family': 'monospace',
  };
  document.addEventListener('DOMContentLoaded', () => {
    document.body.className = theme.class;
    for (const [name, value] of Object.entries({ ...fonts, ...theme.variables })) {
      document.documentElement.style.setProperty(name, value);
    }
  });
}

/** Waits until what was just done is drawn: the grid draws in the next frame. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/**
 * Where the elements of a locator are, as `boundingBox` has it of each; null for one that is not displayed. One call for
 * all of them, because each call would search the page for its element again.
 */
export const boxesOf = (elements: Locator): Promise<readonly (Box | null)[]> =>
  elements.evaluateAll((list) =>
    list.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.getClientRects().length === 0 ? null : { x, y, width, height };
    }),
  );

/** Presses these keys one after another, and waits until what they did is drawn. */
export async function pressIn({ page }: WebviewPage, keys: readonly string[]): Promise<void> {
  await pressKeys(page, keys);
  await drawn(page);
}
