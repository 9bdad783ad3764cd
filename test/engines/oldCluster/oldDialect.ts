import { eventColumns, gapColumns } from '../../../src/core/audit/handover/clickhouseTable.ts';
import type { Transport, TransportOutcome, TransportRequest } from '../../../src/core/service/transport.ts';
import { createEditorTransport } from '../../../src/node/transport/editorTransport.ts';
import { fieldsOf, type SentFields } from '../requestForm.ts';

/** Settings of an insert that ClickHouse 18.16 does not know. */
const NEW_SETTINGS = ['async_insert', 'date_time_input_format'];

/**
 * Returns a transport to a server of ClickHouse 18.16, which has neither bound parameters nor the columns' types.
 * Responds to the checks at the start itself, as a server of today with the right tables would. The rows of an insert
 * are reduced to the columns `ts`, in nanoseconds, `id`, and `event`.
 */
export function createOldDialectTransport(): Transport {
  const transport = createEditorTransport();
  return {
    async send(request, signal) {
      const url = new URL(request.url);
      const fields = await fieldsOf(request);
      if (!fields.query.startsWith('INSERT')) return respondToCheck(fields);
      for (const name of NEW_SETTINGS) url.searchParams.delete(name);
      const rows = (request.body ?? '').split('\n').map(toOldRow);
      const old: TransportRequest = {
        method: request.method,
        url: url.href,
        template: request.template,
        attempt: request.attempt,
        headers: request.headers,
        body: rows.join('\n'),
        timeoutMs: request.timeoutMs,
        maxBytes: request.maxBytes,
      };
      return transport.send(old, signal);
    },
  };
}

function toOldRow(line: string): string {
  const { ts, id, event } = JSON.parse(line) as {
    readonly ts: string;
    readonly id: string;
    readonly event: string;
  };
  const seconds = Date.parse(`${ts.slice(0, 19).replace(' ', 'T')}Z`) / 1000;
  return JSON.stringify({ ts: `${seconds}${ts.slice(20)}`, id, event });
}

function respondToCheck({ query, rest, others }: SentFields): TransportOutcome {
  const statement = `${query}${rest ?? ''}`;
  const columns = new Map(others).get('param_table')?.endsWith('_gaps') ? gapColumns : eventColumns;
  const rows = statement.includes('version()')
    ? [{ version: '26.7.2.1' }]
    : statement.includes('system.columns')
      ? columns.map(({ name, type }) => ({ name, type, default_kind: '' }))
      : [{ engine: 'Distributed', engine_full: '', sorting_key: '' }];
  const body = rows.map((row) => JSON.stringify(row)).join('\n');
  return { ok: true, response: { status: 200, headers: {}, body, bytes: body.length } };
}
