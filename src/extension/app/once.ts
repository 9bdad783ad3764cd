/**
 * Returns a function that calls `create` the first time it is called. Later calls return the value that `create`
 * returned.
 */
export function createOnce<Value>(create: () => Value): () => Value {
  let created: { readonly it: Value } | undefined;
  return () => {
    created ??= { it: create() };
    return created.it;
  };
}
