/** README, the page for contributors, and the help pages, with their links. */
import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { readRoot, root, type Source } from './sources.ts';

export const INDEX = 'media/help/index.md';

/** README first, then the page for contributors, then the help pages. */
export const pages = (): readonly Source[] =>
  ['README.md', '.github/CONTRIBUTING.md', ...globSync('media/help/*.md', { cwd: root }).sort()].map(
    (path) => ({
      path: path.replaceAll('\\', '/'),
      text: readRoot(path),
    }),
  );

/** Without code, which may have brackets of its own. */
const prose = (text: string): string =>
  text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/`[^`\n]+`/g, '');

/** A link or picture of a page within the project: the file from the root, and the heading it leads to. */
export interface Link {
  readonly file: string;
  readonly heading: string;
  readonly isPicture: boolean;
}

export function linksOf({ path, text }: Source): readonly Link[] {
  return [...prose(text).matchAll(/(!?)\[[^\]]*\]\((?!https:)([^)#]*)#?([^)]*)\)/g)].map(
    ([, mark, to, heading]) => ({
      file: to ? posix.join(posix.dirname(path), to) : path,
      heading: heading ?? '',
      isPicture: mark === '!',
    }),
  );
}

/** The names by which links lead to the headings of a page, as the editor and GitHub make them. */
export const headingsOf = (text: string): readonly string[] =>
  [...prose(text).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
