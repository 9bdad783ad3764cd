import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout's root. */
export const root = join(import.meta.dirname, '..', '..');

export interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every TypeScript source below `src` and `test`. */
export function sources(folder: 'src' | 'test'): readonly Source[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

export const readRoot = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The manifest with its texts in English, as the editor hands it to the extension. */
export function englishManifest(): unknown {
  const texts = JSON.parse(readRoot('package.nls.json')) as Readonly<Record<string, string>>;
  return JSON.parse(readRoot('package.json'), (_key, value: unknown) =>
    typeof value === 'string' ? (texts[/^%(.*)%$/.exec(value)?.[1] ?? ''] ?? value) : value,
  );
}

const importPattern =
  /\b(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\b(?:import|require)\s*\(\s*['"]([^'"]+)['"]/g;

/** Every module a source names: imports, side-effect imports, re-exports, dynamic imports and requires. */
export function importsOf(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '');
}
