type HttpBundle = typeof import('./undiciTransport.ts');

/** Returns the exports of the bundle `dist/http.cjs`, which is loaded at the first call. */
export const loadHttp = (): HttpBundle => require('./http.cjs') as HttpBundle;
