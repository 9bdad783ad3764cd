/**
 * Returns the value of an environment variable; undefined if it is not set, also for an inherited name such as
 * `constructor`.
 */
export const getEnvironmentVariable = (name: string): string | undefined =>
  Object.hasOwn(process.env, name) ? process.env[name] : undefined;
