/** What one edit costs in a document of 1,000 statements and in one of 10,000. */
import type * as vscode from 'vscode';
import { readVaultDirective } from '../../src/core/sql/execution/target.ts';
import { checkText } from '../../src/core/sql/lint/check.ts';
import { DocumentLinter } from '../../src/core/sql/lint/documentLinter.ts';
import { SqlDocument } from '../../src/core/sql/syntax/document/sqlDocument.ts';
import type { DialectDeps } from '../../src/extension/language/dialectOptions.ts';
import type { DocumentReader } from '../../src/extension/language/reading/reader.ts';
import { Position, providers, Uri } from '../unit/extension/fakeVscode.ts';
import '../unit/extension/withVscode.ts';
import { type Bench, type BenchEntry, median, sized } from './bench.ts';
import { withReader } from './readingThread.ts';
import { thousandStatements } from './sql.bench.ts';

const { registerCodeLens } = await import('../../src/extension/language/providers/codeLens.ts');
const { checkDocument } = await import('../../src/extension/language/providers/findings.ts');
const { registerSymbols } = await import('../../src/extension/language/providers/symbols.ts');

const edits = sized(5_000, 5);
/** Of those after which all is handed over again. */
const handedOver = sized(60, 2);
const small = thousandStatements();
const large = Array(10).fill(small).join('\n');

const bench: Bench = async () => [editGrowth(), await withReader(handOverGrowth)];
export default bench;

/** Offsets after a SELECT, all over a document. */
function placesIn(text: string): () => number {
  const places = new SqlDocument(text).statements().map(({ start }) => start + 'SELECT '.length);
  let next = 0;
  return () => {
    // A prime number of places apart.
    next = (next + 7919) % places.length;
    return places[next] ?? 0;
  };
}

function time(call: () => unknown, count: number): number {
  const times: number[] = [];
  for (let i = 0; i < 2 * count; i++) {
    const start = performance.now();
    call();
    if (i >= count) times.push(performance.now() - start);
  }
  return median(times);
}

/** One edit, with the findings of the changed statement, in ten times as many statements. */
function editGrowth(): BenchEntry {
  const times = [small, large, small, large].map(editTime);
  const [smallTime, largeTime] = [0, 1].map((i) => Math.min(times[i] ?? 0, times[i + 2] ?? 0));
  return {
    id: 'edit-growth',
    what: 'one edit with the findings of the changed statement: 10,000 statements over 1,000',
    value: (largeTime ?? 0) / (smallTime ?? 1),
    unit: 'times',
    better: 'lower',
    target: 1.5,
    peers: [
      { name: 'milliseconds an edit in 10,000', value: largeTime ?? 0 },
      { name: 'milliseconds a check of 10,000 from nothing', value: time(() => checkText(large), 3) },
    ],
    runs: edits,
  };
}
/** Median milliseconds of edits all over a document: a character typed after a SELECT, and taken back. */
function editTime(text: string): number {
  const document = new SqlDocument(text);
  const linter = new DocumentLinter();
  linter.findings(document, {});
  const nextPlace = placesIn(text);
  const type = (offset: number, deleted: number, inserted: string): void => {
    document.applyTextEdit({ start: offset, end: offset + deleted, text: inserted });
    const edited = document.findStatementInChunkAt(offset);
    if (!edited) throw new Error('a statement is missing');
    linter.createChecker({})(edited.statement);
  };
  const typeAndTakeBack = (): void => {
    const offset = nextPlace();
    type(offset, 0, 'x');
    type(offset, 1, '');
  };
  return time(typeAndTakeBack, edits) / 2;
}

/** One edit, after which findings, outline and lenses of the document are handed over to the editor, large and small in turn. */
async function handOverGrowth(reader: DocumentReader): Promise<BenchEntry> {
  const [inSmall, inLarge] = [editAndHandOver(small, reader), editAndHandOver(large, reader)];
  const [smallTimes, largeTimes]: [number[], number[]] = [[], []];
  for (let i = 0; i < 2 * handedOver; i++) {
    const [smallTime, largeTime] = [await inSmall(), await inLarge()];
    // The first half warms up.
    if (i < handedOver) continue;
    smallTimes.push(smallTime);
    largeTimes.push(largeTime);
  }
  const [smallTime, largeTime] = [median(smallTimes), median(largeTimes)];
  return {
    id: 'edit-outline-growth',
    what: 'one edit until findings, outline and lenses are handed to the editor: 10,000 statements over 1,000',
    value: largeTime / smallTime,
    unit: 'times',
    better: 'lower',
    target: 12,
    peers: [
      { name: 'milliseconds an edit in 10,000', value: largeTime },
      { name: 'in 1,000', value: smallTime },
    ],
    runs: handedOver,
  };
}

/** Milliseconds of an edit and of all that the editor is then given: by the providers that ship, over a document as the editor has. */
function editAndHandOver(text: string, reader: DocumentReader): () => Promise<number> {
  const document = new OpenDocument(text);
  const { symbols, lenses } = registeredProviders(reader);
  const nextPlace = placesIn(text);
  let typed: number | undefined;
  return async () => {
    const start = performance.now();
    if (typed === undefined) {
      typed = nextPlace();
      document.edit(typed, 0, 'x');
    } else {
      document.edit(typed, 1, '');
      typed = undefined;
    }
    const findings = await checkDocument(document.asTextDocument(), deps, reader, noTables, []);
    const outline = await symbols.provideDocumentSymbols(document.asTextDocument(), notCancelled);
    const above = await lenses.provideCodeLenses(document.asTextDocument(), notCancelled);
    const elapsed = performance.now() - start;
    if (!findings?.diagnostics.length || !outline?.length || !above?.length)
      throw new Error('something was not handed over');
    return elapsed;
  };
}

const notCancelled = { isCancellationRequested: false } as vscode.CancellationToken;
const noTables = () => Promise.resolve({ tables: new Map(), index: new Map(), isComplete: true });
const settings = {
  allowedConstructs: () => [],
  columnPolicies: () => [],
  literalHints: () => true,
  pageSize: () => 25,
  onDidChange: () => ({ dispose: () => undefined }),
};
const targets = {
  find: () => undefined,
  current: () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
};
const schemas = { tables: () => [], allTables: () => undefined };
const serviceProfiles = { getUncontradictedProfile: () => undefined };
/** As far as the providers use them: the compiler asks for what is added. */
const parts = {
  settings,
  targets,
  schemas,
  serviceProfiles,
  language: () => ({ readVaultDirective }),
} satisfies Record<keyof DialectDeps, unknown>;
const deps = parts as unknown as DialectDeps;

function registeredProviders(reader: DocumentReader): {
  readonly symbols: vscode.DocumentSymbolProvider;
  readonly lenses: vscode.CodeLensProvider;
} {
  registerSymbols(reader);
  registerCodeLens(deps, reader);
  const [symbols, lenses] = providers.slice(-2);
  return { symbols: symbols as vscode.DocumentSymbolProvider, lenses: lenses as vscode.CodeLensProvider };
}

/** A document of which the editor knows where its lines begin. */
class OpenDocument {
  readonly uri = Uri.file('/large.vaultsql');
  readonly isClosed = false;
  version = 1;
  #text: string;
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  edit(offset: number, deleted: number, inserted: string): void {
    this.#text = this.#text.slice(0, offset) + inserted + this.#text.slice(offset + deleted);
    this.#lineStarts = undefined;
    this.version++;
  }

  getText(): string {
    return this.#text;
  }

  positionAt(offset: number): Position {
    this.#lineStarts ??= [0, ...Array.from(this.#text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [low, high] = [0, this.#lineStarts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return new Position(low, offset - (this.#lineStarts[low] ?? 0));
  }

  asTextDocument(): vscode.TextDocument {
    return this as unknown as vscode.TextDocument;
  }
}
