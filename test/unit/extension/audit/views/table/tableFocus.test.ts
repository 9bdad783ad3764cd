import assert from 'node:assert/strict';
import type { Deps } from '../../../../../../src/extension/app/deps.ts';
import type { TableActions } from '../../../../../../src/extension/audit/tableActions.ts';
import { afterTimer } from '../../../../../run/waiting.ts';
import { fakePlace } from '../../../fakePlace.ts';
import { webviewsOf } from '../../../webviews.ts';
import { actionsOf, connectionOf, fakeService } from '../../fakeModel.ts';

const { AuditTableView } = await import('../../../../../../src/extension/audit/views/table/view.ts');

/** All that has been set in motion is done. */
const settled = (): Promise<void> => afterTimer(5);

describe('the focus of the audit table', () => {
  function setUp() {
    const { model, asked, deps } = fakeService(connectionOf('a'));
    const withMore = {
      ...deps,
      webviews: webviewsOf(),
      language: () => ({ maskLiterals: (text: string) => text }),
    };
    /** Ends the choosing of a filter. */
    const choosing = { end: (): void => undefined };
    const actions: TableActions = {
      ...actionsOf(model),
      chooseFilter: () =>
        new Promise((resolve) => {
          choosing.end = () => resolve(undefined);
        }),
    };
    const table = new AuditTableView(withMore as unknown as Deps, model, actions);
    const focused: string[] = [];
    /** Which were told to go to their search. */
    const searching: string[] = [];
    /** A webview; gives what presses its button. */
    const show = (name: string, how: 'show' | 'reveal'): (() => void) => {
      const { place, say } = fakePlace(how, (what) => {
        if (what === 'focus') focused.push(name);
        if (what === 'find') searching.push(name);
      });
      table.connectWebview(place);
      return () => say({ method: 'action', params: { action: 'addFilter' } });
    };
    return { model, asked, table, choosing, focused, searching, show };
  }

  it('is where a filter was asked for as soon as the choosing is over, and not before', async () => {
    const { model, asked, table, choosing, focused, show } = setUp();
    const presses = { panel: show('panel', 'show'), tab: show('tab', 'reveal') };
    for (const name of ['panel', 'tab'] as const) {
      presses[name]();
      await settled();
      assert.deepEqual(focused, []);
      choosing.end();
      await settled();
      assert.deepEqual(focused.splice(0), [name]);
    }
    // What is then read may take long: the person is not called back from elsewhere.
    presses.panel();
    const reading = model.requests.loadNewest();
    await settled();
    assert.deepEqual(focused, ['panel']);
    asked.at(-1)?.answer({});
    await reading;
    choosing.end();
    await settled();
    assert.deepEqual(focused, ['panel']);
    table.dispose();
  });

  it('is taken to the search by the command, and left where it is by a key of the page', () => {
    const { table, focused, searching, show } = setUp();
    show('panel', 'show');
    table.focusSearchBox('panel');
    assert.deepEqual([focused, searching], [[], ['panel']]);
    table.focusSearchBox();
    assert.deepEqual([focused, searching], [['panel'], ['panel', 'panel']]);
    table.dispose();
  });
});
