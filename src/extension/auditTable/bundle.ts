/** The bundle `dist/auditTable.cjs`: the table of audit events in the panel, loaded when it is first shown. */
export { createAuditTableView } from './view.ts';
