import type { Disposable } from 'vscode';

/** Holds what its owner must dispose; composition, not a base class. Things added after `dispose` are disposed at once. */
export interface DisposableStore extends Disposable {
  add<T extends Disposable>(thing: T): T;
}

export function disposableStore(): DisposableStore {
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
