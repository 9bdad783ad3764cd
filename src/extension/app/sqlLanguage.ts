/**
 * The interface through which other features use the code for the SQL dialect. Offsets are UTF-16 code units from the
 * start of the text.
 */
import type { QueryReads } from '../../core/audit/table/queryReads.ts';
import type { Sentence } from '../../core/messages/sentence.ts';
import type { KnownTable } from '../../core/schema/catalogue.ts';
import type { FindNamesOptions, NameMatch, SearchedVault } from '../../core/schema/findNames.ts';
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
  splitStatements(text: string): readonly StatementRange[];
  /** Returns the range of the statement to run if the caret is at `offset`; undefined if there is none. */
  findStatementToRun(text: string, offset: number): StatementRange | undefined;
  /** Whether the caret at `offset` is probably in a query that was commented out. */
  isInCommentedOutQuery(text: string, offset: number): boolean;
}

export interface CheckSources {
  readonly settings: Pick<Settings, 'allowedConstructs' | 'columnPolicies' | 'literalHints'>;
  readonly schemas: Pick<SchemaFiles, 'tables' | 'allTables'>;
  readonly serviceProfiles: Pick<ServiceProfiles, 'getUncontradictedProfile'>;
}

interface StatementReader extends StatementFinder {
  /** Returns the directive `-- vault: connection/vault` on the first lines of a text; undefined if there is none. */
  readVaultDirective(text: string): TargetDirective | undefined;
  /**
   * Returns the options for checking statements. Pass undefined as `target` if it is not known which vault the
   * statements are sent to.
   */
  createCheckOptions(target: Target | undefined, sources: CheckSources): CheckOptions;
  /** Checks one statement, and returns what is needed to send it and to page through its result. */
  prepareQuery(text: string, options?: CheckOptions): PreparedQuery;
  /** Returns the message for a finding. `text`: the text that the finding's offsets refer to. */
  createFindingSentence(finding: Finding, text?: string): Sentence;
}

interface StatementWriter {
  /**
   * Returns a key by which spellings of one name can be compared, such as `Persons` and `"persons"`. For a name with
   * characters beyond ASCII, the quoted and the unquoted spelling have different keys.
   */
  createNameKey(source: string): string;
  quoteNameIfNeeded(name: string): string;
  selectAllQuery(table: Pick<KnownTable, 'name'>): string;
  /** Returns the query that selects the known columns of a table by name, or all columns with `*` if none is known. */
  selectColumnsQuery(table: Pick<KnownTable, 'name' | 'columns'>): string;
}

interface QueryDisplay {
  /** Formats a query and splits it into spans for syntax highlighting. A very long query is one plain span. */
  highlightSql(text: string): readonly HighlightedSpan[];
  /**
   * Masks the literals and comments in a query, so that it can be displayed. Levels of REDACTION and most row counts
   * stay readable. `onHidden` is called with the masked values, possibly in several spellings of one value.
   */
  maskLiterals(text: string, onHidden?: (literal: string) => void): string;
  readQuery(text: string): QueryReads;
}

export interface TargetToSearch extends SearchedVault {
  readonly target: Target;
}

export interface NameSources {
  readonly settings: Settings;
  readonly schemas: Pick<SchemaFiles, 'load' | 'sources'>;
  readonly targets: Targets;
  readonly auditNames: AuditNames;
  knownNames(): KnownNames;
}

interface NameFinder {
  findTables(sources: NameSources, target: Target): Promise<readonly KnownTable[]>;
  listVaultsToSearch(sources: NameSources): Promise<readonly TargetToSearch[]>;
  findNames<Vault extends SearchedVault>(
    vaults: readonly Vault[],
    query: string,
    options: FindNamesOptions,
  ): readonly NameMatch<Vault>[];
}

export interface SqlLanguage extends StatementReader, StatementWriter, QueryDisplay, NameFinder {}
