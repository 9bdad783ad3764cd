/**
 * The doors of the protocol: what comes from the other side is checked before it is used. Hand-written, because
 * each message has three or four fields and this code is in the extension's entry.
 */
import type { Handlers, Methods } from './rpc.ts';

export type Guard<T> = (value: unknown) => value is T;
export type GuardsOf<M extends Methods> = {
  readonly [K in keyof M]: M[K] extends (params: infer P) => unknown ? Guard<P> : never;
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A safe integer from 0 on: every index, revision and count of the protocol. */
export const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** An object each of whose named fields passes its check; further fields are let through and never read. */
export function isShape<T>(fields: { readonly [K in keyof T]-?: (value: unknown) => boolean }): Guard<T> {
  const checks = Object.entries<(value: unknown) => boolean>(fields);
  return (value): value is T => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

export const optional =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value);

/** One of a union of texts: given as the type, with each of its members as a key, so that none can be forgotten. */
export const oneOf = <T extends string>(values: Readonly<Record<NoInfer<T>, true>>) => {
  // One look-up, not a walk: a window of rows asks for each of its cells.
  const known = new Set<unknown>(Object.keys(values));
  return (value: unknown): value is T => known.has(value);
};

export const listOf =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(check);

/**
 * The handlers to give to `createRpc`: exactly the methods that have a guard, each refusing params that its guard
 * does not accept. The refusal reaches the caller as an error that names the method and repeats nothing of the params.
 */
export function guarded<M extends Methods>(guards: GuardsOf<M>, handlers: Handlers<M>): Methods {
  const safe: Methods = {};
  for (const name of Object.keys(guards)) {
    const guard = guards[name] as Guard<never> | undefined;
    const handler = handlers[name];
    if (!guard || !handler) continue;
    safe[name] = (params: unknown) => {
      if (!guard(params)) throw new Error(`malformed params of ${name}`);
      return handler(params);
    };
  }
  return safe;
}
