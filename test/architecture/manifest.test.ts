import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../src/cli/version.ts';
import { signInKinds } from '../../src/core/service/connections/signInKinds.ts';
import { withActions } from './actionManifest.ts';
import { readRoot, root, sources } from './sources.ts';

interface Entry {
  readonly command: string;
  readonly title: string;
  readonly when?: string;
  readonly enablement?: string;
  readonly key?: string;
  readonly mac?: string;
}
interface Manifest {
  readonly contributes: {
    readonly commands: readonly Entry[];
    readonly keybindings: readonly Entry[];
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly version: string;
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: unknown;
}

const text = readRoot('package.json');
const manifest = JSON.parse(text) as Manifest;
const { contributes } = manifest;
const code = sources('src').filter(({ path }) => path.startsWith('src/extension/'));
const declared = new Set(contributes.commands.map(({ command }) => command));
const registered = new Set(
  code.flatMap((file) =>
    [...file.text.matchAll(/^ +'(vaultsql\.[\w.]+)': /gm)].map((match) => match[1] ?? ''),
  ),
);

interface AuthSchema {
  readonly oneOf: readonly { readonly properties: { readonly kind: { readonly const: string } } }[];
  readonly properties: { readonly kind: { readonly enum: readonly string[] } };
}
/** The part of the manifest that describes `auth` of a connection. */
const authSchema = (): AuthSchema =>
  (
    contributes.configuration.properties['vaultsql.connections'] as unknown as {
      readonly items: { readonly properties: { readonly auth: AuthSchema } };
    }
  ).items.properties.auth;

/** Commands that the Command Palette lists in every state, each with the reason. */
const alwaysOffered: Readonly<Record<string, string>> = {
  'vaultsql.query.new': 'checks a query without a vault',
  'vaultsql.audit.import': 'reads a file without a vault',
  'vaultsql.connection.add': 'needs no connection',
  'vaultsql.connection.edit': 'opens the settings if there is no connection',
  'vaultsql.connection.import': 'needs no connection',
  'vaultsql.localVault.openSample': 'shows new users what a query looks like',
  'vaultsql.forgetEverything': 'deletes secrets, which no condition can detect',
  'vaultsql.showLog': 'helps with problems in every state',
  'vaultsql.showNetworkLog': 'helps with problems in every state',
  'vaultsql.copyDiagnostics': 'helps with problems in every state',
  'vaultsql.openHelp': 'helps with problems in every state',
};

describe('manifest', () => {
  it('describes each kind of sign-in in the settings, and no other', () => {
    const { oneOf, properties } = authSchema();
    assert.deepEqual(properties.kind.enum, signInKinds);
    assert.deepEqual(
      oneOf.map(({ properties: { kind } }) => kind.const),
      signInKinds,
    );
  });

  it('declares each command that the code registers, and no other', () => {
    assert.deepEqual([...declared].sort(), [...registered].sort());
  });

  it('has the commands and menus of the actions on audit events as their tables have them: npm run readme', () => {
    assert.equal(withActions(text), text);
  });

  it('runs and places only commands that it declares', () => {
    const used = [
      ...contributes.keybindings.map(({ command }) => command),
      ...Object.values(contributes.menus).flatMap((entries) => entries.map(({ command }) => command)),
      ...[...readRoot('package.nls.json').matchAll(/\(command:([\w.]+)\)/g)].map((match) => match[1] ?? ''),
      ...code.flatMap((file) =>
        [...file.text.matchAll(/(?:executeCommand\(|command: |run\()'(vaultsql\.[\w.]+)'/g)].map(
          (match) => match[1] ?? '',
        ),
      ),
    ];
    assert.deepEqual(
      used.filter(
        (command) => command.startsWith('vaultsql.') && !declared.has(command) && !command.endsWith('.focus'),
      ),
      [],
    );
  });

  it('lists a command in the palette under a condition, or always for a reason', () => {
    const entries = contributes.menus.commandPalette ?? [];
    assert.deepEqual(
      entries.filter(({ when }) => !when),
      [],
    );
    const conditional = new Set([
      ...entries.map(({ command }) => command),
      ...contributes.commands.filter(({ enablement }) => enablement).map(({ command }) => command),
    ]);
    const always = contributes.commands.flatMap(({ command }) => (conditional.has(command) ? [] : command));
    assert.deepEqual(always, Object.keys(alwaysOffered));
  });

  it('uses only context keys in conditions that the code sets', () => {
    const conditions = [...text.matchAll(/"(?:when|enablement)": "([^"]*)"/g)].map((match) => match[1] ?? '');
    const keys = conditions.flatMap((condition) =>
      [...condition.matchAll(/(?:^|&& |\|\| |\()!?(vaultsql\.[\w.]+)/g)].map((match) => match[1] ?? ''),
    );
    assert.ok(keys.length > 50);
    assert.deepEqual(
      [...new Set(keys)].filter((key) => !code.some((file) => file.text.includes(`'${key}'`))),
      [],
    );
  });

  it('declares each setting that the code reads, and no other', () => {
    const names = Object.keys(contributes.configuration.properties);
    const settings = readRoot('src/extension/platform/settings.ts');
    assert.deepEqual(
      names.filter((name) => !settings.includes(`'${name}'`)),
      [],
    );
    const read = [...settings.matchAll(/getUser(?:Setting|Number)\('(vaultsql\.[\w.]+)'/g)].map(
      (match) => match[1] ?? '',
    );
    assert.deepEqual(
      read.filter((name) => !names.includes(name)),
      [],
    );
  });

  it('keeps every setting out of a workspace’s reach', () => {
    for (const [name, { scope }] of Object.entries(contributes.configuration.properties))
      assert.equal(scope, 'application', name);
    const restricted = new Set(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations);
    assert.deepEqual(
      Object.keys(contributes.configuration.properties).filter((name) => !restricted.has(name)),
      [],
    );
  });

  it('has a text for each of its keys, and no text too many', () => {
    const keys = new Set([...text.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1] ?? ''));
    assert.deepEqual(
      [...keys].sort(),
      Object.keys(JSON.parse(readRoot('package.nls.json')) as object).sort(),
    );
  });

  it('binds keys inside our editor and views only, and leaves the editor’s own alone', () => {
    for (const { command, key = '', mac = '', when = '' } of contributes.keybindings) {
      // `vaultsql.asksEvents`: a document of SQL that names the loaded events as its target.
      assert.match(
        when,
        /editorLangId == vaultsql|vaultsql\.focused == vaultsql|^focusedView == vaultsql\.\w+ && listFocus|&& vaultsql\.asksEvents$/,
        command,
      );
      assert.doesNotMatch(`${key} ${mac}`, /(?:ctrl|cmd)\+[erd](?: |$)/, command);
    }
  });

  it('activates by what it contributes alone, for a link to it, and for a file of its own that is restored', () => {
    assert.deepEqual(manifest.activationEvents, ['onUri', 'onFileSystem:vaultsql-events-sql']);
  });

  it('pins every package, and the editor’s types to its floor', () => {
    for (const [name, version] of Object.entries({
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })) {
      assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
    }
    assert.equal(manifest.dependencies, undefined);
    const floor = /^\^(\d+\.\d+)\./.exec(manifest.engines.vscode)?.[1] ?? '';
    assert.ok(manifest.devDependencies['@types/vscode']?.startsWith(`${floor}.`));
  });

  it('has the version of the command line', () => assert.equal(VERSION, manifest.version));

  it('names files that are there', () => {
    const paths = [...text.matchAll(/"(?:\.\/)?((?:media|syntaxes)\/[\w./-]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    assert.ok(paths.length > 3);
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });

  it('has a picture for each step of the walkthrough, in colours of the theme only', () => {
    const pictures = [...text.matchAll(/"svg": "([^"]+)"/g)].map((match) => readRoot(match[1] ?? ''));
    assert.equal(pictures.length, [...text.matchAll(/"completionEvents"/g)].length);
    for (const picture of pictures) {
      const colours = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map((match) => match[1] ?? '');
      assert.ok(colours.some((colour) => colour !== 'none'));
      assert.deepEqual(
        colours.filter(
          (colour) => !/^(none|var\(--vscode-[\w-]+(, var\(--vscode-[\w-]+\))?\))$/.test(colour),
        ),
        [],
      );
      // Transparent in some themes, and the colour of the text in a high-contrast one.
      assert.doesNotMatch(picture, /charts-orange|editor-selectionBackground/);
      // The editor's policy for these pages lets in no styles, scripts, or files.
      assert.doesNotMatch(picture, /\sstyle=|<style|<script|href=/);
    }
  });
});
