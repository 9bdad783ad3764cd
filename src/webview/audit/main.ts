/** Entry point of the audit table's webview. */
import type { AuditHost } from '../../protocol/audit.ts';
import { auditViewGuards, isAuditState } from '../../protocol/auditGuards.ts';
import { createLoggableFailure } from '../../protocol/failure.ts';
import type { PageHost } from '../../protocol/page.ts';
import { createRpc } from '../../protocol/rpc.ts';
import { guardHandlers } from '../../protocol/validate.ts';
import { listenToFocusChange, pageViewHandlers } from '../shared/focus.ts';
import { keepSelectAllInInputs } from '../shared/inputKeys.ts';
import { createLayoutStore } from '../shared/layoutStore.ts';
import { connectToHost } from '../shared/port.ts';
import { AuditView } from './view.ts';

const root = document.getElementById('root');
if (!root) throw new Error('no root element');
const { port, saved } = connectToHost();
const host = createRpc<AuditHost & PageHost>(
  port,
  guardHandlers(auditViewGuards, {
    ...pageViewHandlers,
    state: (state) => view.draw(state),
    find: () => view.focusQuestion(),
  }),
  (method, error) => host.notify('failed', { method, ...createLoggableFailure(error) }),
);
const layouts = createLayoutStore(saved, (layout) => host.notify('columnLayout', { layout }));
const view = new AuditView({ root, host, layouts });
keepSelectAllInInputs();
listenToFocusChange((focused) => host.notify('focused', { focused }));
// A hidden webview may have missed messages, so it requests the present state first.
host
  .call('ready', {})
  .then((state: unknown) => {
    if (!isAuditState(state)) throw new Error('malformed state');
    layouts.adoptLayouts(state.columnLayouts ?? []);
    view.draw(state);
  })
  .catch((error: unknown) => {
    host.notify('failed', { method: 'ready', ...createLoggableFailure(error) });
    view.displayUnresponsiveHost();
  });
