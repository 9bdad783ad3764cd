/** What credentials need of their surroundings, in the shapes that the editor has them in; handed in. */
import type { Connection } from '../../core/service/connections/connections.ts';

export interface Disposable {
  dispose(): unknown;
}

/** Tells of changes, until the returned object is disposed. */
export type Event<T> = (
  listener: (value: T) => unknown,
  thisArgument?: unknown,
  disposables?: Disposable[],
) => Disposable;

export interface Emitter<T = void> extends Disposable {
  readonly event: Event<T>;
  fire(value: T): void;
}

/** Where tokens are kept, safe from other programs of the machine. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  keys(): PromiseLike<string[]>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

/** What of a connection matters to its token. A running local vault brings its own. */
export type TokenConnection = Connection & { readonly local?: { readonly token: string } };
