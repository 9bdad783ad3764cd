import type { Port } from '../../protocol/rpc.ts';

/**
 * Reads and writes state that the editor stores for the webview. The state outlives the webview's page. The editor may
 * write it to disk, so it must not contain values, queries or tokens.
 */
export interface StateStorage {
  read(): unknown;
  write(state: unknown): void;
}

export function connectToHost(): { readonly port: Port; readonly saved: StateStorage } {
  const api = acquireVsCodeApi<unknown>();
  return {
    port: {
      post: (message) => api.postMessage(message),
      listen: (listener) => {
        const receive = (event: MessageEvent<unknown>): void => {
          // The editor posts from the parent frame, and both frames have the same origin. Messages from other origins
          // are ignored.
          if (event.origin === window.origin) listener(event.data);
        };
        window.addEventListener('message', receive);
        return () => window.removeEventListener('message', receive);
      },
    },
    saved: {
      read: () => api.getState(),
      write: (state) => {
        api.setState(state);
      },
    },
  };
}
