/**
 * The second bundle beside the entry, `dist/language.cjs`: the dialect and all that reads it. It is loaded when a
 * `.vaultsql` document is open or a statement is to be run, so that starting the editor does not pay for it.
 */
export { readQuery } from '../../core/audit/queryReads.ts';
export { findingSentence } from '../../core/messages/findings.ts';
export { checkText } from '../../core/sql/check.ts';
export { pageSize as recordsPerAnswer } from '../../core/sql/dialect.ts';
export { quoteName } from '../../core/sql/identifier.ts';
export { maskLiterals } from '../../core/sql/maskLiterals.ts';
export { readNames } from '../../core/sql/names.ts';
export { readOutputs } from '../../core/sql/outputs.ts';
export { countStatement, pageStatement, planPaging } from '../../core/sql/paging.ts';
export { fillPlaceholders, findPlaceholders } from '../../core/sql/placeholders.ts';
export { splitStatements, statementAt } from '../../core/sql/statements.ts';
export { statementToRun } from '../../core/sql/statementToRun.ts';
export { readTarget } from '../../core/sql/target.ts';
export { registerLanguage } from './register.ts';
export { seenNames } from './seenNames.ts';
