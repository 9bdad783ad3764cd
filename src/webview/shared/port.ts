import type { Port } from '../../protocol/rpc.ts';

/**
 * State that the editor stores for the webview and that outlives its page. The editor may write it to disk, so values,
 * queries and tokens must not be stored in it.
 */
export interface SavedState {
  read(): unknown;
  write(state: unknown): void;
}

export function connectToHost(): { readonly port: Port; readonly saved: SavedState } {
  const api = acquireVsCodeApi<unknown>();
  return {
    port: {
      post: (message) => api.postMessage(message),
      listen: (listener) => {
        const receive = (event: MessageEvent<unknown>): void => {
          // The editor posts from the frame around this one, which has the same origin. Messages from other origins are
          // ignored.
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
