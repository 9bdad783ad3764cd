/** The parts of the feature that open a table of audit events, over a real server. */
import { msToTimestamp } from '../../../src/core/audit/feed/timestamps.ts';
import { toAuditEvent } from '../../../src/core/service/decode.ts';
import { createEditorTransport } from '../../../src/node/transport/editorTransport.ts';
import { clonedTrail } from '../../unit/core/audit/clonedTrail.ts';
import { connectionOf, fakeService } from '../../unit/extension/audit/fakeModel.ts';
import '../../unit/extension/withVscode.ts';
import { target } from './sinkServer.ts';

const { createServiceAccess } = await import('../../../src/extension/app/service.ts');
const { AuditModel } = await import('../../../src/extension/audit/model/auditModel.ts');
const { RoutedTrail } = await import('../../../src/extension/audit/sources/routedTrail.ts');
const { OpenedTables } = await import('../../../src/extension/audit/tables/openedTables.ts');
const { TableModel } = await import('../../../src/extension/audit/views/table/tableModel.ts');

export const MS_PER_HOUR = 3_600_000;

/** Twenty events of the last hours, and one from 40 days ago. */
export function recentEvents() {
  const now = Date.now();
  const at = (hours: number, id: number) =>
    toAuditEvent({
      context: { changeID: `c${id}`, actor: id % 2 === 0 ? 'ann' : 'bob', requestID: `r${id}` },
      request: {
        timestamp: msToTimestamp(now - hours * MS_PER_HOUR),
        actionType: 'READ',
        data: { content: `SELECT REDACTION(ssn, 'PLAIN_TEXT') FROM persons WHERE id = ${id % 3}` },
        httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' },
        vaultID: 'v',
      },
      response: { code: id % 5 === 0 ? 403 : 200 },
    });
  return [...Array.from({ length: 20 }, (_, id) => at(id + 1, id)), at(40 * 24, 99)];
}

/** The parts of the feature that open a table, for a connection that names the table at `url`. */
export function openingOf(
  url: string,
  more: { readonly password?: string; readonly table?: string; readonly user?: string } = {},
) {
  const trail = {
    kind: 'clickhouse' as const,
    url: url.replace(/\/$/, ''),
    database: target.database,
    table: more.table ?? target.table,
    user: more.user ?? 'reader',
  };
  const connection = connectionOf('a', { trail });
  const { deps } = fakeService(connection);
  const routed = new RoutedTrail(clonedTrail());
  const model = new AuditModel(deps, clonedTrail(), async () => false, routed);
  const said: (readonly [text: string, ...buttons: string[]])[] = [];
  const say = async (text: string, ...choices: readonly { readonly label: string }[]): Promise<void> => {
    said.push([text, ...choices.map(({ label }) => label)]);
  };
  const confirming = { texts: [] as string[], isAccepted: true };
  const confirm = async (text: string): Promise<boolean> => {
    confirming.texts.push(text);
    return confirming.isAccepted;
  };
  const network = {
    getConnectionNetwork: () => ({ transport: createEditorTransport(), timeoutMs: () => 20_000 }),
    dispose: () => undefined,
  };
  const stored: { password: string | undefined } = { password: more.password ?? 'reader-password' };
  const credentials = {
    ...deps.credentials,
    getTrailPassword: async () => stored.password,
    storeTrailPassword: async (_connection: unknown, password: string) => {
      stored.password = password;
    },
  } as typeof deps.credentials;
  const { trailChannel } = createServiceAccess(network, credentials);
  const tables = new OpenedTables({
    connections: deps.connections,
    credentials,
    messages: { ...deps.messages, info: say, error: say, confirm },
    targets: deps.targets,
    trailChannel,
    model,
    trail: routed,
  });
  return { confirming, deps, model, said, stored, tables };
}

/** Creates the model of an audit table that no webview displays. */
export const tableModelOf = ({ deps, model }: Pick<ReturnType<typeof openingOf>, 'deps' | 'model'>) =>
  new TableModel({ model, publish: () => undefined, log: deps.log, findMovedRow: async () => undefined });
