type HttpBundle = typeof import('./undiciTransport.ts');

/**
 * Loads the bundle `dist/http.cjs` at the first call, and returns its exports; later calls get them from the cache of
 * `require`.
 */
export const loadHttp = (): HttpBundle => require('./http.cjs') as HttpBundle;
