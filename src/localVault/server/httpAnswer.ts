import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';

export interface HttpResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly message: string;
}

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

export const createOkResponse = (body: string): HttpResponse => ({ status: 200, body, message: 'OK' });

/** Returns an error response with a JSON body in the form that services of this kind use (S31). */
export function createErrorResponse(
  status: number,
  message: string,
  headers: OutgoingHttpHeaders = {},
): HttpResponse {
  const error = {
    grpc_code: GRPC_CODES.get(status) ?? 13,
    http_code: status,
    http_status: STATUS_CODES[status] ?? 'Client Closed Request',
    message,
    details: [],
  };
  return { status, message, headers, body: JSON.stringify({ error }) };
}
