/** Entry point of the results webview. */
import { createLoggableFailure } from '../../protocol/failure.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { ResultsHost, ResultsTools } from '../../protocol/results.ts';
import { isResultsState, resultsViewGuards } from '../../protocol/resultsGuards.ts';
import { createRpc } from '../../protocol/rpc.ts';
import { guardHandlers } from '../../protocol/validate.ts';
import { listenToFocusChange, pageViewHandlers } from '../shared/focus.ts';
import { keepSelectAllInInputs } from '../shared/inputKeys.ts';
import { createLayoutStore } from '../shared/layoutStore.ts';
import { connectToHost } from '../shared/port.ts';
import { ResultsView } from './view.ts';

const root = document.getElementById('root');
if (!root) throw new Error('no root element');
const { port, saved } = connectToHost();
const host = createRpc<ResultsHost & ResultsTools & PageHost>(
  port,
  guardHandlers(resultsViewGuards, {
    ...pageViewHandlers,
    state: (state) => view.drawResultsState(state),
    find: ({ byKey }) => view.openFindOnHostRequest(byKey),
    focusQuestion: () => view.focusLoadAllQuestion(),
  }),
  (method, error) => host.notify('failed', { method, ...createLoggableFailure(error) }),
);
const view = new ResultsView({ root, host, layouts: createLayoutStore(saved) });
keepSelectAllInInputs();
listenToFocusChange((focused) => host.notify('focused', { focused }));
// A hidden webview may have missed messages, so it requests the present state first.
host
  .call('ready', {})
  .then((state: unknown) => {
    if (!isResultsState(state)) throw new Error('malformed state');
    view.drawResultsState(state);
  })
  .catch((error: unknown) => {
    host.notify('failed', { method: 'ready', ...createLoggableFailure(error) });
    view.displayUnresponsiveHost();
  });
