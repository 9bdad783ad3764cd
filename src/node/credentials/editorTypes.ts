/** Types of connections and of the editor's objects, so that the code in this folder does not depend on the editor. */
import type { Connection } from '../../core/service/connections/connections.ts';

export interface Disposable {
  dispose(): unknown;
}

export type Event<T> = (
  listener: (value: T) => unknown,
  thisArgument?: unknown,
  disposables?: Disposable[],
) => Disposable;

export interface Emitter<T = void> extends Disposable {
  readonly event: Event<T>;
  fire(value: T): void;
}

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  keys(): PromiseLike<string[]>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

export type TokenConnection = Connection & {
  readonly local?: { readonly token: string };
};
