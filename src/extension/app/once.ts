/** Returns a function that creates a value when it is first needed and returns the same value from then on. */
export function createLazyGetter<Value>(create: () => Value): () => Value {
  let created: { readonly it: Value } | undefined;
  return () => {
    created ??= { it: create() };
    return created.it;
  };
}
