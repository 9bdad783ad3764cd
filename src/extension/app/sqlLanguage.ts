/** What features ask of the SQL dialect. The bundle of the language answers, so that none of them loads its code. */
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

/** Finds the statement that a person means. Offsets are UTF-16 code units. */
export interface StatementFinder {
  splitStatements(text: string): readonly StatementRange[];
  /** The statement to run for a caret at an offset. */
  statementToRun(text: string, offset: number): StatementRange | undefined;
}

/** Checks statements and prepares them to be sent. */
export interface StatementReader extends StatementFinder {
  /** The directive that says where the statements of a text go. */
  readTarget(text: string): TargetDirective | undefined;
  prepareQuery(text: string, options?: CheckOptions): PreparedQuery;
  /** The sentence of a finding; `text` is what its offsets refer to. */
  findingSentence(finding: Finding, text?: string): Sentence;
}

/** Writes and compares names, and writes statements over one table. */
export interface StatementWriter {
  /** The same for two spellings of one name. */
  nameKey(source: string): string;
  quoteName(name: string): string;
  allQuery(table: Pick<KnownTable, 'name'>): string;
  columnsQuery(table: Pick<KnownTable, 'name' | 'columns'>): string;
}

/** Shows queries of the audit trail. */
export interface QueryDisplay {
  /** The query laid out, in pieces to be colored. */
  highlighted(text: string): readonly CodePiece[];
  /** The text with its literals masked; `onHidden` is told each of them. */
  maskLiterals(text: string, onHidden?: (literal: string) => void): string;
  /** Which columns a query read. */
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
export interface NameFinder {
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
