import type { TransportRequest } from '../../src/core/service/transport.ts';

/** A request to ClickHouse's HTTP interface, as far as it determines the statement and its parameters. */
interface SentRequest {
  readonly url: string;
  /** The header `Content-Type`. */
  readonly contentType: string | undefined;
  readonly body: Buffer<ArrayBuffer>;
}

export interface SentFields {
  /** The statement, or its beginning, without what follows it in the body. As in ClickHouse, several fields are joined. */
  readonly query: string;
  /** Size of the longest field in bytes. */
  readonly longestField: number;
  /** All other fields of the URL and of a form in the body: settings, `param_…`, `query_id` and so on. */
  readonly others: readonly (readonly [name: string, value: string])[];
  /** What follows `query`: its rest, or the rows of an INSERT. Undefined if the body is a form. */
  readonly rest: Buffer<ArrayBuffer> | undefined;
}

/** Returns the fields of a request. As in ClickHouse, those of a form are joined to those of the URL. */
export async function readFields({ url, contentType = '', body }: SentRequest): Promise<SentFields> {
  const fields = [...new URL(url).searchParams];
  const hasForm = contentType.startsWith('multipart/form-data');
  if (hasForm) {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    for (const [name, value] of form) {
      if (typeof value !== 'string') throw new Error(`external data is not supported: ${name}`);
      fields.push([name, value]);
    }
  }
  return {
    longestField: Math.max(0, ...fields.map(([, value]) => Buffer.byteLength(value))),
    query: fields.flatMap(([name, value]) => (name === 'query' ? [value] : [])).join(''),
    others: fields.filter(([name]) => name !== 'query'),
    rest: hasForm ? undefined : body,
  };
}

/** Returns the fields of a request of the product's client. */
export const fieldsOf = ({ url, headers, body = '' }: TransportRequest): Promise<SentFields> =>
  readFields({ url, contentType: headers['content-type'], body: Buffer.from(body) });
