/** The host of the audit table over 100,000 events, in a thread of its own as the editor has it in another process. */
import { AuditFakeHost, eventOf } from '../../webview/auditHost.ts';
import { eventText } from '../auditEvents.ts';

const count = 100_000;
const events = Array.from({ length: count }, (_, n) => eventOf(eventText(count - 1 - n)));
const scope = globalThis as unknown as {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
};
new AuditFakeHost(events).connect({
  post: (message) => scope.postMessage(message),
  listen: (listener) => {
    scope.addEventListener('message', ({ data }) => listener(data));
    return () => undefined;
  },
});
