/**
 * What features need from the SQL dialect. The language bundle implements it, so that a feature does not contain the code of
 * the dialect. All offsets are UTF-16 code units from the start of the text.
 */
import type { QueryReads } from '../../core/audit/table/queryReads.ts';
import type { Sentence } from '../../core/messages/sentence.ts';
import type { KnownTable } from '../../core/schema/catalogue.ts';
import type { FindOptions, NameMatch, SearchedVault } from '../../core/schema/findNames.ts';
import type { CodePiece } from '../../core/sql/editor/highlight.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { TargetDirective } from '../../core/sql/execution/target.ts';
import type { StatementRange } from '../../core/sql/lexer/statements.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { SchemaFiles } from '../platform/schemaFiles.ts';
import type { Settings } from '../platform/settings.ts';
import type { Target, Targets } from '../targets/targets.ts';
import type { AuditNames } from './auditNames.ts';
import type { KnownNames } from './knownNames.ts';

/** Splits a text into its statements, and finds the one at the caret. */
export interface StatementFinder {
  /** Returns the ranges of the statements, without the semicolons between them. */
  splitStatements(text: string): readonly StatementRange[];
  /** Returns the statement that Run sends if the caret is at `offset`; undefined if there is none. */
  statementToRun(text: string, offset: number): StatementRange | undefined;
}

/** What the options of a check come from. */
export interface CheckSources {
  readonly settings: Pick<Settings, 'allowedConstructs' | 'columnPolicies' | 'literalHints'>;
  readonly schemas: Pick<SchemaFiles, 'tables' | 'allTables'>;
}

/** Checks statements and prepares them to be sent. */
interface StatementReader extends StatementFinder {
  /** Returns the directive `-- vault: connection/vault` of a text; undefined if there is none. */
  readTarget(text: string): TargetDirective | undefined;
  /** Returns the options of the check for statements that go to `target`; undefined if their target is not known. */
  checkOptions(target: Target | undefined, sources: CheckSources): CheckOptions;
  /** Checks one statement, and returns everything that is needed to send it and to page through its result. */
  prepareQuery(text: string, options?: CheckOptions): PreparedQuery;
  /** Returns the message of a finding. `text`: the text that the offsets of the finding refer to. */
  findingSentence(finding: Finding, text?: string): Sentence;
}

/** Writes names of tables and columns, compares them, and writes queries of one table. */
interface StatementWriter {
  /** Returns a key that is equal for all spellings of one name, such as `Persons` and `"persons"`. */
  nameKey(source: string): string;
  /** Returns a name as a statement has to contain it: in double quotes where it needs them. */
  quoteName(name: string): string;
  /** Returns a query of all columns of a table, as `SELECT *`. */
  allQuery(table: Pick<KnownTable, 'name'>): string;
  /** Returns a query that names the known columns of a table. */
  columnsQuery(table: Pick<KnownTable, 'name' | 'columns'>): string;
}

/** Shows queries of the audit trail. */
interface QueryDisplay {
  /** Returns a query with line breaks and indentation, cut into pieces that each have one color. */
  highlighted(text: string): readonly CodePiece[];
  /** Returns a query with its literals masked. `onHidden` is called with each literal, without its quotes. */
  maskLiterals(text: string, onHidden?: (literal: string) => void): string;
  /** Returns the tables and columns that a query reads, and how it uses each column. */
  readQuery(text: string): QueryReads;
}

/** A vault with what names its tables now. */
export interface TargetToSearch extends SearchedVault {
  readonly target: Target;
}

/** Where the names of tables come from. */
export interface NameSources {
  readonly settings: Settings;
  readonly schemas: Pick<SchemaFiles, 'load' | 'sources'>;
  readonly targets: Targets;
  readonly auditNames: AuditNames;
  knownNames(): KnownNames;
}

/** Finds vaults, tables, and columns by their names. */
interface NameFinder {
  /** The tables that are known of a vault, by name. */
  tablesOf(sources: NameSources, target: Target): Promise<readonly KnownTable[]>;
  /** All vaults, to find names in. */
  vaultsToSearch(sources: NameSources): Promise<readonly TargetToSearch[]>;
  findNames<Vault extends SearchedVault>(
    vaults: readonly Vault[],
    query: string,
    options: FindOptions,
  ): readonly NameMatch<Vault>[];
}

export interface SqlLanguage extends StatementReader, StatementWriter, QueryDisplay, NameFinder {}
