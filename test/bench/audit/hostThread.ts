/** The host of the audit table over very many events, in a thread of its own as the editor has it in another process. */
import { EventTable } from '../../unit/core/audit/table/eventTable.ts';
import { AuditFakeHost, eventOf } from '../../webview/auditHost.ts';
import { eventText } from '../auditEvents.ts';

const scope = globalThis as unknown as {
  readonly location: { readonly search: string };
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
};
const count = Number(new URLSearchParams(scope.location.search).get('events'));
const table = new EventTable();
// Made again where somebody looks at it, as one of a file is read again.
const source = table.loaded.addSource({
  read: eventText,
  isUnchanged: () => true,
  createFileChangedError: () => new Error('lost'),
  close: () => undefined,
});
for (let n = count - 1; n >= 0; n--) {
  const text = eventText(n);
  table.loaded.addEventIfNew(eventOf(text), false, text, { source, offset: n, length: text.length });
}
new AuditFakeHost(table).connect({
  post: (message) => scope.postMessage(message),
  listen: (listener) => {
    scope.addEventListener('message', ({ data }) => listener(data));
    return () => undefined;
  },
});
