import type { Disposable } from 'vscode';

/**
 * Collects disposables, and disposes them together in reverse order. A disposable that is added after `dispose` is
 * disposed immediately.
 */
export interface DisposableStore extends Disposable {
  add<T extends Disposable>(disposable: T): T;
}

export function createDisposableStore(): DisposableStore {
  const things = new Set<Disposable>();
  let disposed = false;
  return {
    add(thing) {
      if (disposed) thing.dispose();
      else things.add(thing);
      return thing;
    },
    dispose() {
      disposed = true;
      for (const thing of [...things].reverse()) thing.dispose();
      things.clear();
    },
  };
}
