import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iconFont, iconStyles, usedIcons } from '../../architecture/iconFont.ts';

/** The icons that several commands share, by what they mean in each of them. */
const shared: Readonly<Record<string, { readonly meaning: string; readonly commands: readonly string[] }>> = {
  account: { meaning: 'the user’s own', commands: ['queries.mine', 'audit.myQueries'] },
  add: { meaning: 'add', commands: ['connection.add', 'connection.addVault'] },
  'clear-all': { meaning: 'clear', commands: ['results.clear', 'audit.clearFilters'] },
  close: { meaning: 'close', commands: ['audit.removeFilter', 'audit.closeFiles'] },
  cloud: { meaning: 'on the server', commands: ['audit.filterService', 'audit.askServer'] },
  'cloud-download': { meaning: 'load all', commands: ['results.loadAll', 'audit.loadAllOlder'] },
  copy: { meaning: 'copy', commands: ['results.copy', 'table.copyName'] },
  'debug-rerun': { meaning: 'run again', commands: ['results.rerun', 'audit.runQueryAgain'] },
  'debug-stop': { meaning: 'stop', commands: ['query.cancel', 'localVault.stop'] },
  export: { meaning: 'export', commands: ['results.export', 'audit.export', 'connection.export'] },
  eye: { meaning: 'show what is masked', commands: ['audit.showLiterals', 'audit.showActors'] },
  'eye-closed': {
    meaning: 'mask',
    commands: ['results.toggleMask', 'audit.maskLiterals', 'audit.maskActors'],
  },
  filter: { meaning: 'filter', commands: ['audit.filter', 'audit.onlyThis', 'audit.filterLoaded'] },
  'folder-opened': { meaning: 'import', commands: ['audit.import', 'connection.import'] },
  globe: { meaning: 'time zone', commands: ['audit.showLocalTime', 'audit.showUtc'] },
  history: { meaning: 'audit events', commands: ['query.showAuditEvents', 'vault.showAuditEvents'] },
  'link-external': { meaning: 'open in tab', commands: ['results.openInTab', 'audit.openTableInTab'] },
  'new-file': { meaning: 'new query', commands: ['query.new', 'table.newQuery'] },
  organization: { meaning: 'who read what', commands: ['audit.whoReadWhat', 'table.whoRead'] },
  play: { meaning: 'run', commands: ['query.run', 'audit.runSql', 'table.firstPage'] },
  'star-full': { meaning: 'marked', commands: ['audit.unmark', 'audit.showMarked'] },
};

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly icon?: string }[];
  };
}

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('icons', () => {
  const codicons = read('node_modules/@vscode/codicons/dist/codicon.css');
  const styles = iconStyles;

  it('are those of the package’s font that the styles name, and no others', async () => {
    assert.ok(readFileSync(iconFont).equals(await usedIcons()), 'npm run icons writes it again');
  });

  it('have the glyph that the package gives to their name', () => {
    const rules = styles.flatMap((name) => [
      ...read(`media/${name}`).matchAll(/\.codicon-([a-z-]+)::before \{\s*content: "(\\[0-9a-f]+)"/g),
    ]);
    const ours = rules.filter(([, name]) => name !== 'first-page');
    assert.ok(ours.length > 8);
    for (const [, name, glyph] of ours) {
      assert.ok(codicons.includes(`.codicon-${name}:before { content: "${glyph}" }`), `${name} ${glyph}`);
    }
  });

  it('are all defined that a view uses', () => {
    const css = styles.map((name) => read(`media/${name}`)).join('\n');
    const sources = readdirSync(join(root, 'src/webview'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`src/webview/${name}`));
    const used = sources.flatMap((source) => [
      ...[...source.matchAll(/\bicon\('([a-z-]+)'\)/g)].map((match) => match[1]),
      ...[...source.matchAll(/\bicon: '([a-z-]+)'/g)].map((match) => match[1]),
    ]);
    assert.ok(used.length > 4);
    for (const name of used) assert.ok(css.includes(`.codicon-${name}::before`), String(name));
  });

  it('are shared by commands only where they mean the same', () => {
    const { commands } = (JSON.parse(read('package.json')) as Manifest).contributes;
    const byIcon = Map.groupBy(
      commands.filter(({ icon }) => icon !== undefined),
      ({ icon = '' }) => icon.slice('$('.length, -1),
    );
    const found = [...byIcon]
      .filter(([, { length }]) => length > 1)
      .map(([icon, users]) => [icon, users.map(({ command }) => command.slice('vaultsql.'.length))]);
    assert.deepEqual(
      Object.fromEntries(found),
      Object.fromEntries(Object.entries(shared).map(([icon, { commands: users }]) => [icon, users])),
    );
  });
});
