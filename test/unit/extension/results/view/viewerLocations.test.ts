import assert from 'node:assert/strict';
import type { WebviewView } from 'vscode';
import type { ResultsState } from '../../../../../src/protocol/results.ts';
import { window } from '../../fakeVscode.ts';
import { documentWith, fakeWindow, settled } from '../fakeWindow.ts';

const { createResults } = await import('../../../../../src/extension/results/controller.ts');
const { createDisplayedQuery } = await import('../../../../../src/extension/app/displayedQuery.ts');
const { findCurrentOffset } = await import('../../../../../src/extension/query/refusals.ts');

/** A panel or a tab: what its page was told last, and a way to close it. */
function fakeView() {
  const told: ResultsState[] = [];
  let closed = (): void => undefined;
  const webview = {
    html: '',
    cspSource: 'https://a.test',
    options: {},
    asWebviewUri: () => 'https://a.test/x',
    postMessage({ method, params }: { readonly method?: string; readonly params?: ResultsState }) {
      if (method === 'state' && params) told.push(params);
      return Promise.resolve(true);
    },
    onDidReceiveMessage: () => ({ dispose: () => undefined }),
  };
  let isClosed = false;
  const view = {
    // As in the editor: what is closed cannot be asked any more.
    get viewType() {
      if (isClosed) throw new Error('closed');
      return 'view';
    },
    webview,
    active: false,
    visible: true,
    onDidChangeViewState: () => undefined,
    reveal: () => undefined,
    onDidDispose: (listener: () => void) => (closed = listener),
    dispose() {
      isClosed = true;
      closed();
    },
  };
  return { view, canCompare: () => told.at(-1)?.can.compare === true };
}

describe('results in the panel and in a tab', () => {
  afterEach(() => Reflect.deleteProperty(window, 'createWebviewPanel'));

  async function both() {
    const [panel, tab] = [fakeView(), fakeView()];
    Object.assign(window, { createWebviewPanel: () => tab.view });
    const { displayedQuery, setDisplayedQuery } = createDisplayedQuery();
    const results = createResults(
      fakeWindow(undefined, true).deps,
      { onResolve: (listener) => listener(panel.view as unknown as WebviewView) },
      setDisplayedQuery,
    );
    await results.prepareAndRunStatement(...documentWith('SELECT name FROM persons'), { inTab: true });
    await results.prepareAndRunStatement(...documentWith('SELECT name FROM others'));
    await settled();
    return { panel, tab, results, displayedQuery };
  }

  it('can be compared from either, as long as both are there', async () => {
    const { panel, tab, results } = await both();
    assert.deepEqual([panel.canCompare(), tab.canCompare()], [true, true]);
    tab.view.dispose();
    assert.equal(panel.canCompare(), false);
    results.dispose();
  });

  it('name the query of what is still shown', async () => {
    const { tab, results, displayedQuery } = await both();
    assert.match(displayedQuery.current()?.query ?? '', /FROM others/);
    results.clearResults();
    assert.match(displayedQuery.current()?.query ?? '', /FROM persons/);
    tab.view.dispose();
    assert.equal(displayedQuery.current(), undefined);
    results.dispose();
  });
});

describe('the place of a problem', () => {
  const text = 'SELECT a FROM t';
  it('is found again where the text above was edited', () => {
    assert.equal(findCurrentOffset(`-- x;\n${text}`, { text, offset: 6 }), 6);
    assert.equal(findCurrentOffset(`-- longer;\n${text}`, { text, offset: 6 }), 11);
    assert.equal(findCurrentOffset(`${text};\n${text};\n${text}`, { text, offset: 20 }), 17);
    assert.equal(findCurrentOffset('SELECT b FROM t', { text, offset: 0 }), undefined);
  });
});
