/** Services that break one rule each: the local vault, with its requests or responses changed on the way. */
import type { Transport, TransportRequest, TransportResponse } from '../../../src/core/service/transport.ts';
import { fetchTransport } from './checkedVault.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any form are changed.
type Body = any;

interface FieldsOf {
  fields: Record<string, unknown>;
}

export interface Changes {
  /** Changes a request, or answers it in place of the vault. */
  readonly request?: (request: TransportRequest) => TransportRequest | TransportResponse;
  /** Changes a response of any status. */
  readonly response?: (response: TransportResponse) => TransportResponse;
  /** Changes the body of a response with status 200, which it may change in place. */
  readonly body?: (body: Body, request: TransportRequest) => Body;
  /** Changes the headers of a response. */
  readonly headers?: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

export const answer = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): TransportResponse => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
    bytes: text.length,
  };
};
export const refusal = answer(400, { error: { message: 'no' } });

export const isQuery = ({ method }: TransportRequest): boolean => method === 'POST';
export const sql = ({ body = '{}' }: TransportRequest): string =>
  (JSON.parse(body) as { query?: string }).query ?? '';

/** The real vault behind `changes`. */
export function changing({
  request: change,
  response: changeResponse,
  body: changeBody,
  headers,
}: Changes): Transport {
  const real = fetchTransport();
  return {
    async send(request, signal) {
      const changed = change?.(request) ?? request;
      if ('status' in changed) return { ok: true, response: changed };
      const outcome = await real.send(changed, signal);
      if (outcome.ok && changeResponse) return { ok: true, response: changeResponse(outcome.response) };
      if (!outcome.ok || outcome.response.status !== 200) return outcome;
      const { response } = outcome;
      const text = changeBody
        ? JSON.stringify(changeBody(JSON.parse(response.body), request))
        : response.body;
      return {
        ok: true,
        response: {
          ...response,
          body: text,
          bytes: text.length,
          headers: headers?.(response.headers) ?? response.headers,
        },
      };
    },
  };
}

/** Changes every event of a listing in place. */
export const eachEvent =
  (change: (event: Body, at: number) => void) =>
  (body: Body): Body => {
    for (const [at, event] of (body.event ?? []).entries()) change(event, at);
    return body;
  };

/** Changes the fields of every record in place. */
export const eachRecord =
  (change: (fields: Record<string, unknown>) => Record<string, unknown>) =>
  (body: Body): Body => {
    for (const record of (body.records ?? []) as FieldsOf[]) record.fields = change(record.fields);
    return body;
  };

/** A service whose listing has `count` new events before each response, and ignores cursors. */
export function busy(count: number): Changes {
  let made = 0;
  return {
    request: (request) => ({ ...request, url: request.url.replace(/[?&]afterOps\.[^&]*/g, '') }),
    body(body) {
      if (!Array.isArray(body.event) || body.event.length === 0) return body;
      const limit = body.event.length;
      const added = Array.from({ length: count }, () => {
        const event = structuredClone(body.event[0]);
        event.context.changeID = `new-${made++}`;
        return event;
      });
      body.event = [...added.reverse(), ...body.event].slice(0, limit);
      return body;
    },
  };
}
