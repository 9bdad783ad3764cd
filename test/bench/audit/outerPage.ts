/** The page around the audit table's, as the editor has one: it passes messages on. The host is a thread of its own, with as many events as the address says. */
export {};

const frame = document.createElement('iframe');
const host = new Worker(`/audit-host.js${window.location.search}`);
host.addEventListener('message', ({ data }) =>
  frame.contentWindow?.postMessage(data, window.location.origin),
);
Object.assign(window, { toHost: (message: unknown) => host.postMessage(message) });
frame.src = '/';
frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
document.body.append(frame);
