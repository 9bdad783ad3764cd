/**
 * Returns a function that returns the value created by `create`. `create` is called when the value is first needed, and
 * not again after it has returned.
 */
export function createOnce<Value>(create: () => Value): () => Value {
  let created: { readonly it: Value } | undefined;
  return () => {
    created ??= { it: create() };
    return created.it;
  };
}
