/**
 * Guards for values of unknown shape, such as messages from the other side of a port. They are written by hand rather
 * than with a library, because this code is loaded when the extension starts.
 */
import type { Handlers, Methods } from './rpc.ts';

export type Guard<T> = (value: unknown) => value is T;
export type GuardsOf<M extends Methods> = {
  readonly [K in keyof M]: M[K] extends (params: infer P) => unknown ? Guard<P> : never;
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a safe integer of at least 0. */
export const isNonNegativeSafeInteger = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns a guard for objects whose named fields pass their checks. Other fields are not checked. */
export function shapeOf<T>(fields: { readonly [K in keyof T]-?: (value: unknown) => boolean }): Guard<T> {
  const checks = Object.entries<(value: unknown) => boolean>(fields);
  return (value): value is T => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

export const optional =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value);

/** Returns a guard for a union of strings, whose members are the keys of `values`. */
export const oneOf = <T extends string>(values: Readonly<Record<NoInfer<T>, true>>) => {
  // A set, because this check runs for each cell of the rows that are sent.
  const allowedValues = new Set<unknown>(Object.keys(values));
  return (value: unknown): value is T => allowedValues.has(value);
};

export const listOf =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(check);

/**
 * Returns handlers that throw if the guard of a method rejects its parameters. The error does not contain the
 * parameters.
 */
export function guardHandlers<M extends Methods>(guards: GuardsOf<M>, handlers: Handlers<M>): Methods {
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
