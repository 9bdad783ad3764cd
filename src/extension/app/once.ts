/** Returns a function that creates a value on its first call and returns the same value on later calls. */
export function createLazyGetter<Value>(create: () => Value): () => Value {
  let created: { readonly it: Value } | undefined;
  return () => {
    created ??= { it: create() };
    return created.it;
  };
}
