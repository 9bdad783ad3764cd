import type { SecretStore } from '../../../../src/node/credentials/editorTypes.ts';

/** A secret storage over `stored`. */
export const fakeSecrets = (
  stored = new Map<string, string>(),
): Pick<SecretStore, 'get' | 'store' | 'delete'> => ({
  get: async (key) => stored.get(key),
  store: async (key, value) => void stored.set(key, value),
  delete: async (key) => void stored.delete(key),
});
