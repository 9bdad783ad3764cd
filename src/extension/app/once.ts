/** Returns a function that calls `create` the first time it is called, and returns the same value every time. */
export function createOnce<Value>(create: () => Value): () => Value {
  let created: { readonly it: Value } | undefined;
  return () => {
    created ??= { it: create() };
    return created.it;
  };
}
