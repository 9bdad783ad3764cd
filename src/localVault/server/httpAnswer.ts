/** Answers and their error bodies (S31). */
import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';

/** One answer of the server, before any fault is laid over it. `event` is what the audit trail says of it. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: OutgoingHttpHeaders;
  /** `OK` or the error's sentence. */
  readonly message: string;
}

/** gRPC's code for a status, as gateways of such services map them. */
const GRPC_CODES: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [404, 5],
  [405, 12],
  [413, 8],
  [415, 3],
  [429, 8],
  [499, 1],
  [503, 14],
  [504, 4],
]);

export const ok = (body: string): Answer => ({ status: 200, body, message: 'OK' });

/** An error answer; `message` must not hold a token or anything of a record. */
export function failure(status: number, message: string, headers: OutgoingHttpHeaders = {}): Answer {
  const error = {
    grpc_code: GRPC_CODES.get(status) ?? 13,
    http_code: status,
    http_status: STATUS_CODES[status] ?? 'Client Closed Request',
    message,
    details: [],
  };
  return { status, message, headers, body: JSON.stringify({ error }) };
}
