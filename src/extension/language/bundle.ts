/**
 * Exports of the bundle `dist/language.cjs`, which is loaded lazily so that it does not slow down the editor's start.
 */
export { parseQueryReads as readQuery } from '../../core/audit/table/queryReads.ts';
export { createFindingSentence } from '../../core/messages/findings.ts';
export { findNames } from '../../core/schema/findNames.ts';
export {
  createSelectAllQuery as selectAllQuery,
  createSelectColumnsQuery as selectColumnsQuery,
} from '../../core/schema/tableQuery.ts';
export { maskLiterals } from '../../core/sql/analysis/maskLiterals.ts';
export { createNameKey, quoteNameIfNeeded } from '../../core/sql/dialect/identifier.ts';
export { highlightSql } from '../../core/sql/editor/highlight.ts';
export { prepareQuery } from '../../core/sql/execution/preparedQuery.ts';
export { findStatementToRun, isInCommentedOutQuery } from '../../core/sql/execution/statementToRun.ts';
export { readVaultDirective } from '../../core/sql/execution/target.ts';
export { splitStatements } from '../../core/sql/lexer/statements.ts';
export { createCheckOptions } from './dialectOptions.ts';
export { createKnownNames } from './knownNames.ts';
export { registerLanguage } from './register.ts';
export { findTables, listVaultsToSearch } from './vaultTables.ts';
