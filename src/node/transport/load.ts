type HttpBundle = typeof import('./undiciTransport.ts');

/** Loads `dist/http.cjs`; `require` keeps what it loaded. */
export const loadHttp = (): HttpBundle => require('./http.cjs') as HttpBundle;
