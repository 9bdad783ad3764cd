/** What `npm run release:check` judges by itself. Each answers what is wrong, in a sentence, or undefined. */
import { isDeepStrictEqual } from 'node:util';
import { zipContent, zipEntries } from './zip.ts';

type Problem = string | undefined;

/** The parts of `package.json` that `package-lock.json` repeats. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly engines?: unknown;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
}
type Dependencies = Readonly<Record<string, string>>;

export interface LockFile {
  /** By path; the product itself at ''. */
  readonly packages: Readonly<Record<string, Partial<Manifest> & Locked>>;
}
interface Locked {
  /** Where it was taken from; left out where that was the registry that npm is told to use. */
  readonly resolved?: string;
  /** Its digest; missing in one that comes with another package, or is a link to a folder. */
  readonly integrity?: string;
  readonly inBundle?: boolean;
}

const REGISTRY = 'https://registry.npmjs.org/';
const REPEATED = [
  'name',
  'version',
  'license',
  'engines',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
] as const satisfies readonly (keyof Manifest)[];

/** `status`: what `git status --porcelain` prints. */
export function workTreeProblem(status: string): Problem {
  const files = status
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice('XY '.length));
  return files.length === 0 ? undefined : `Commit or remove what is not committed: ${listed(files)}.`;
}

/** The version needs an entry of its own with a date and at least one line: `## [1.2.0] - 2026-11-23`. */
export function changelogProblem(changelog: string, version: string): Problem {
  const [, ...entries] = changelog.split(/^## /m);
  const entry = entries.find((text) => text.startsWith(`[${version}]`));
  if (entry === undefined)
    return `CHANGELOG.md has no entry for ${version}: move the lines of Unreleased to one.`;
  const [heading = '', ...lines] = entry.split(/\r?\n/);
  if (!isDate(heading.slice(`[${version}] - `.length)))
    return `The entry for ${version} in CHANGELOG.md needs its date: ## [${version}] - YYYY-MM-DD.`;
  if (!lines.some((line) => line.startsWith('- ')))
    return `The entry for ${version} in CHANGELOG.md is empty.`;
  return undefined;
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

export function lockFileProblem(manifest: Manifest, { packages }: LockFile): Problem {
  const { '': product = {}, ...others } = packages;
  const differing = REPEATED.filter((part) => !isDeepStrictEqual(manifest[part], product[part]));
  if (differing.length > 0)
    return `package-lock.json differs from package.json in ${listed(differing)}: run npm install.`;
  const missing = directlyNeeded(manifest).filter((name) => !(`node_modules/${name}` in packages));
  if (missing.length > 0) return `package-lock.json lacks ${listed(missing)}: run npm install.`;
  const strange = Object.entries(others)
    .filter(([, { resolved = REGISTRY, integrity, inBundle = false }]) => {
      return !resolved.startsWith(REGISTRY) || (integrity === undefined && !inBundle);
    })
    .map(([path]) => path);
  if (strange.length > 0)
    return `package-lock.json has packages from elsewhere than ${REGISTRY}, or without a digest: ${listed(strange)}.`;
  return undefined;
}

const directlyNeeded = ({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] =>
  Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

/** The parts of `package.json` that the extension's page in the marketplace displays. */
export interface Listing {
  readonly repository?: { readonly url?: string } | string;
  readonly icon?: string;
}

/** The address of the repository can be given only by its owner: the page links to it and takes its pictures from it. */
export function repositoryProblem({ repository }: Listing): Problem {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (url !== undefined && /^https:\/\/[^/\s]+\/\S+$/.test(url.replace(/^git\+/, ''))) return undefined;
  return 'The owner of the repository has to give its https address, as "repository" in package.json.';
}

/** Width and height in pixels of the icon that the marketplace displays. */
export const ICON_SIZE = 256;
const PNG_SIGNATURE = '89504e470d0a1a0a';

/** `png` is the content of the file that `icon` names; undefined if there is no such file. */
export function iconProblem({ icon }: Listing, png: Buffer | undefined): Problem {
  if (icon === undefined) return 'package.json names no icon.';
  if (png === undefined) return `${icon} is missing: run npm run icons.`;
  const isPng = png.length > 24 && png.toString('hex', 0, 8) === PNG_SIGNATURE;
  const isLarge = isPng && png.readUInt32BE(16) === ICON_SIZE && png.readUInt32BE(20) === ICON_SIZE;
  return isLarge ? undefined : `${icon} is no PNG of ${ICON_SIZE} × ${ICON_SIZE} pixels: run npm run icons.`;
}

/**
 * The marketplace displays pictures with https addresses only. The packer makes such an address of a relative one if it
 * knows the repository. It takes no SVG.
 */
export function picturesProblem(readme: string, listing: Listing): Problem {
  const sources = [...readme.matchAll(/!\[[^\]]*\]\(([^)\s]+)|<img\b[^>]*\bsrc="([^"]+)"/g)].map(
    ([, markdown, html]) => markdown ?? html ?? '',
  );
  const isRelative = (source: string): boolean => !/^[a-z][a-z+.-]*:/i.test(source);
  const drawings = sources.filter((source) => /\.svg$/i.test(source));
  if (drawings.length > 0) return `The marketplace takes no SVG, but README.md displays ${listed(drawings)}.`;
  const insecure = sources.filter((source) => !isRelative(source) && !source.startsWith('https:'));
  if (insecure.length > 0) return `README.md displays pictures without https: ${listed(insecure)}.`;
  if (sources.some(isRelative) && repositoryProblem(listing) !== undefined)
    return 'The pictures of README.md get their https addresses from the repository, which is not known.';
  return undefined;
}

/** Largest size of the VSIX in bytes. */
export const MAX_VSIX_BYTES = 7_000_000;

/** Whether two builds of the same commit are the same archive, byte by byte. */
export function archivesProblem(here: Buffer, elsewhere: Buffer): Problem {
  if (here.equals(elsewhere)) return undefined;
  const [ours, theirs] = [here, elsewhere].map(
    (archive) => new Map(zipEntries(archive).map((entry) => [entry.name, zipContent(archive, entry)])),
  );
  const names = new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])]);
  const differing = [...names].filter((name) => {
    const content = ours?.get(name);
    return content === undefined || theirs?.get(name)?.equals(content) !== true;
  });
  if (differing.length === 0)
    return 'Two builds have the same files, but the archives differ in their order, times, or compression.';
  return `Two builds of the same commit differ in ${listed(differing)}.`;
}

/** A few of many by name. */
function listed(names: readonly string[]): string {
  const more = names.length - 5;
  return [...names.slice(0, 5), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
