import { Instrumenter } from '@stryker-mutator/instrumenter';
import { createRandom } from '../../src/localVault/data/random.ts';
import { type Source, sources } from '../architecture/sources.ts';

/** A possible change to a source of the core, as Stryker's mutators make it. */
export interface Candidate {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** The folder below `src/core`, in full. */
  readonly room: string;
  /** The name of the mutator: `EqualityOperator`, `StringLiteral`, … */
  readonly mutator: string;
  /** From 1. */
  readonly line: number;
  /** UTF-16 offsets into the file. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

/** The methods of Babel's NodePath that are read here. Stryker declares the type without members. */
interface BabelPath {
  isTSType(): boolean;
  isExpressionStatement(): boolean;
  get(key: 'expression'): { isTSSatisfiesExpression(): boolean };
}

/**
 * Excludes types. Stryker passes over most of them itself, but not over the type after `satisfies`: it would mutate the
 * literals there and fail, since a mutant can't be placed in a type. A statement `value satisfies Type` is a check by
 * the compiler, so that no test can notice a change of its value.
 */
const notTypes = {
  shouldIgnore(nodePath: object): string | undefined {
    const path = nodePath as BabelPath;
    const isTypeCheck = path.isExpressionStatement() && path.get('expression').isTSSatisfiesExpression();
    return path.isTSType() || isTypeCheck ? 'no code at run time' : undefined;
  },
};

/** Every change that Stryker's mutators can make to the core, in the order of files and places. */
export function allCandidates(): Promise<readonly Candidate[]> {
  const files = sources('src')
    .filter(({ path }) => path.startsWith('src/core/') && !path.endsWith('.d.ts'))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return candidatesIn(files);
}

/** Every change that Stryker's mutators can make to these files. */
export async function candidatesIn(files: readonly Source[]): Promise<readonly Candidate[]> {
  const { mutants } = await new Instrumenter(silent).instrument(
    files.map(({ path, text }) => ({ name: path, content: text, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [notTypes] },
  );
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return mutants
    .filter(({ status }) => status === undefined || status === 'Pending')
    .map(({ fileName: path, location, mutatorName: mutator, replacement }) => {
      const text = texts.get(path) ?? '';
      const start = offsetAt(text, location.start);
      const end = offsetAt(text, location.end);
      return {
        path,
        room: path.slice(0, path.lastIndexOf('/')),
        mutator,
        line: location.start.line + 1,
        start,
        end,
        original: text.slice(start, end),
        replacement,
      };
    });
}

/** `count` of the candidates, the same for the same seed: each room gets its share, and two at least. */
export function sample(candidates: readonly Candidate[], count: number, seed: number): readonly Candidate[] {
  const random = createRandom(seed, 'mutants');
  const rooms = Map.groupBy(candidates, ({ room }) => room);
  return [...rooms.values()].flatMap((room) => {
    const share = Math.max(2, Math.round((count * room.length) / candidates.length));
    return room
      .map((candidate) => ({ candidate, order: random.next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, share)
      .map(({ candidate }) => candidate);
  });
}

function offsetAt(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  let start = 0;
  for (let before = 0; before < line; before++) start = text.indexOf('\n', start) + 1;
  return start + column;
}
