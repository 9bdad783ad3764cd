import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, command, eventually } from './editor.ts';

/** The page in front, if the editor's preview of Markdown shows one. */
function page(): string | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const isPreview =
    tab?.input instanceof vscode.TabInputWebview && /markdown\.preview$/.test(tab.input.viewType);
  return isPreview ? /[\w-]+\.md/.exec(tab.label)?.[0] : undefined;
}
const shows = (name: string): Promise<unknown> =>
  eventually(
    () => `a preview of ${name}, not ${page()}`,
    () => page() === name,
  );

describe('Open Help', () => {
  beforeEach(closeAll);
  after(closeAll);

  it('shows the index as a preview', async () => {
    await command('openHelp');
    await shows('index.md');
  });

  it('shows the page that is named', async () => {
    await command('openHelp', 'connections');
    await shows('connections.md');
  });

  it('shows the index for a page that does not exist, and reads nothing outside its folder', async () => {
    for (const argument of ['no-such-page', '../../CHANGELOG', { path: 'connections' }]) {
      await command('openHelp', argument);
      await shows('index.md');
      await closeAll();
      assert.equal(page(), undefined);
    }
  });
});
