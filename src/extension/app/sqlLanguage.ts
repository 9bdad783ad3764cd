/**
 * The functions of the SQL dialect that features call. The language bundle implements them. All offsets are UTF-16 code
 * units from the start of the text.
 */
import type { QueryReads } from '../../core/audit/table/queryReads.ts';
import type { Sentence } from '../../core/messages/sentence.ts';
import type { KnownTable } from '../../core/schema/catalogue.ts';
import type { FindOptions, NameMatch, SearchedVault } from '../../core/schema/findNames.ts';
import type { HighlightedSpan } from '../../core/sql/editor/highlight.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { TargetDirective } from '../../core/sql/execution/target.ts';
import type { StatementRange } from '../../core/sql/lexer/statements.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { SchemaFiles } from '../platform/schemaFiles.ts';
import type { Settings } from '../platform/settings.ts';
import type { ServiceProfiles } from '../targets/serviceProfiles.ts';
import type { Target, Targets } from '../targets/targets.ts';
import type { AuditNames } from './auditNames.ts';
import type { KnownNames } from './knownNames.ts';

export interface StatementFinder {
  /** Returns the ranges of the statements in the text, without the semicolons between them. */
  splitStatements(text: string): readonly StatementRange[];
  /** Returns the range of the statement to run if the caret is at `offset`; undefined if there is none. */
  statementToRun(text: string, offset: number): StatementRange | undefined;
}

/** The settings and schema files from which the options of a check are derived. */
export interface CheckSources {
  readonly settings: Pick<Settings, 'allowedConstructs' | 'columnPolicies' | 'literalHints'>;
  readonly schemas: Pick<SchemaFiles, 'tables' | 'allTables'>;
  readonly serviceProfiles: Pick<ServiceProfiles, 'get'>;
}

/** Checks statements and prepares them to be sent. */
interface StatementReader extends StatementFinder {
  /**
   * Returns the first directive `-- vault: connection/vault` on the first ten lines of a text; undefined if there is
   * none.
   */
  readTarget(text: string): TargetDirective | undefined;
  /**
   * Returns the options for checking statements that are sent to `target`. Pass undefined as `target` if it is not
   * known which vault they are sent to.
   */
  createCheckOptions(target: Target | undefined, sources: CheckSources): CheckOptions;
  /** Checks one statement, and returns what is needed to send it and to page through its result. */
  prepareQuery(text: string, options?: CheckOptions): PreparedQuery;
  /**
   * Returns the message of a problem that the check found. `text`: the text that the offsets of `finding` refer to.
   */
  createFindingSentence(finding: Finding, text?: string): Sentence;
}

/** Quotes and compares names of tables and columns, and writes queries of a single table. */
interface StatementWriter {
  /**
   * Returns a key by which spellings of one name can be compared, such as `Persons` and `"persons"`. For a name with
   * characters beyond ASCII, the quoted and the unquoted spelling have different keys.
   */
  createNameKey(source: string): string;
  /** Returns a name as it is written in a statement: in double quotes if it needs them. */
  quoteNameIfNeeded(name: string): string;
  /** Returns the query that selects all columns of a table with `SELECT *`. */
  selectAllQuery(table: Pick<KnownTable, 'name'>): string;
  /** Returns the query that selects the known columns of a table by name, or all columns with `*` if none is known. */
  selectColumnsQuery(table: Pick<KnownTable, 'name' | 'columns'>): string;
}

/** Formats, masks and analyzes the query texts of audit events. */
interface QueryDisplay {
  /**
   * Returns a query with line breaks and indentation, split into spans for syntax highlighting. A query of more than
   * 20,000 UTF-16 code units is returned unformatted as one span.
   */
  highlightSql(text: string): readonly HighlightedSpan[];
  /**
   * Returns a query with its literals, its comments, and what may be literals masked. `onHidden` is called with masked
   * literals, without quotes, possibly in several spellings of one literal.
   */
  maskLiterals(text: string, onHidden?: (literal: string) => void): string;
  /** Returns the tables and columns that a query reads, and how it uses each column. */
  readQuery(text: string): QueryReads;
}

/** A vault to search for names, with its target and the sources of its table and column names. */
export interface TargetToSearch extends SearchedVault {
  readonly target: Target;
}

/**
 * The sources of table and column names: settings, schema files, connections, audit events, and documents and
 * results of this window.
 */
export interface NameSources {
  readonly settings: Settings;
  readonly schemas: Pick<SchemaFiles, 'load' | 'sources'>;
  readonly targets: Targets;
  readonly auditNames: AuditNames;
  knownNames(): KnownNames;
}

/** Finds vaults, tables and columns by name. */
interface NameFinder {
  /** Returns the known tables of a vault, sorted by name. */
  findTables(sources: NameSources, target: Target): Promise<readonly KnownTable[]>;
  /**
   * Returns the vaults of all connections, each with the sources of its table and column names, to be passed to
   * `findNames`.
   */
  listVaultsToSearch(sources: NameSources): Promise<readonly TargetToSearch[]>;
  findNames<Vault extends SearchedVault>(
    vaults: readonly Vault[],
    query: string,
    options: FindOptions,
  ): readonly NameMatch<Vault>[];
}

export interface SqlLanguage extends StatementReader, StatementWriter, QueryDisplay, NameFinder {}
