/** Types of the editor's objects that are passed in to credentials, so that this code does not depend on the editor. */
import type { Connection } from '../../core/service/connections/connections.ts';

export interface Disposable {
  dispose(): unknown;
}

/** Registers a listener, which is called until the returned object is disposed. */
export type Event<T> = (
  listener: (value: T) => unknown,
  thisArgument?: unknown,
  disposables?: Disposable[],
) => Disposable;

export interface Emitter<T = void> extends Disposable {
  readonly event: Event<T>;
  fire(value: T): void;
}

/** The part of the editor's secret storage that credentials use. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  keys(): PromiseLike<string[]>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

/** A connection. `local` is the token of the local vault, and undefined for every other connection. */
export type TokenConnection = Connection & {
  readonly local?: { readonly token: string };
};
