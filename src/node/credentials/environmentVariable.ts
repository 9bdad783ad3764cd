/**
 * Returns the value of an environment variable; undefined if it is not set, also for a name such as `constructor`,
 * which `process.env` inherits.
 */
export const getEnvironmentVariable = (name: string): string | undefined =>
  Object.hasOwn(process.env, name) ? process.env[name] : undefined;
