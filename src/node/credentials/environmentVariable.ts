/**
 * Returns the value of the environment variable; undefined if it is not set. The name comes from settings or an
 * imported file: `process.env` has a prototype, so `constructor` would be found without being a variable.
 */
export const getEnvironmentVariable = (name: string): string | undefined =>
  Object.hasOwn(process.env, name) ? process.env[name] : undefined;
