import { type MessagePort, parentPort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { errorText } from '../../core/messages/thrownErrors.ts';
import { createThreadPort } from '../../protocol/ports.ts';
import { createRpc, type Handlers } from '../../protocol/rpc.ts';
import { isRecord } from '../../protocol/validate.ts';
import { buildDatabase, getMemoryBytes, restoreDatabase } from './database.ts';
import type { EngineMethods, OpenVaultParameters } from './messages.ts';
import { readSensitiveTypeIDs, runStatement, StatementError } from './runStatement.ts';

async function buildOrRestoreDatabase({ files, rows, seed, snapshot }: OpenVaultParameters) {
  if (snapshot !== undefined) return { db: await restoreDatabase(files, snapshot), snapshot: undefined };
  return buildDatabase(files, rows, seed);
}

const listTransferables = (result: unknown): readonly ArrayBuffer[] =>
  isRecord(result) && result.snapshot instanceof ArrayBuffer ? [result.snapshot] : [];

function serveEngineCalls(port: MessagePort): void {
  let vault: { readonly db: PGlite; readonly sensitive: ReadonlySet<number> } | undefined;
  const handlers: Handlers<EngineMethods> = {
    async open(start) {
      const { db, snapshot } = await buildOrRestoreDatabase(start);
      vault = { db, sensitive: await readSensitiveTypeIDs(db) };
      return { snapshot };
    },
    async run({ sql, maxRows }) {
      if (!vault) return { type: 'crashed', message: 'no vault is open' };
      const { db, sensitive } = vault;
      try {
        const rows = await runStatement(db, sensitive, sql, maxRows);
        return { type: 'rows', rows, memoryBytes: getMemoryBytes(db) };
      } catch (error) {
        if (error instanceof StatementError)
          return { type: 'sqlError', message: error.message, memoryBytes: getMemoryBytes(db) };
        return { type: 'crashed', message: errorText(error) };
      }
    },
  };
  createRpc<Record<string, never>>(createThreadPort(port, listTransferables), handlers, () => undefined);
}

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
serveEngineCalls(parentPort);
