import * as vscode from 'vscode';
import type { Deps } from '../app/deps.ts';
import { type DocumentTarget, documentTarget } from '../connections/documentTarget.ts';
import type { Target } from '../connections/targets.ts';
import { optionsFor } from '../language/dialectOptions.ts';
import {
  type Notice,
  noVaultNotice,
  type Problem,
  refusedNotice,
  statementNotice,
  unknownTargetNotice,
} from './refusals.ts';
import type { Run } from './run.ts';
import { chooseStatement } from './statement.ts';

/** What becomes of “Run” before anything is sent. */
export type Prepared =
  /** Checked, aimed at a vault, its values filled in. */
  | { readonly kind: 'ready'; readonly run: Run }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'refused'; readonly notice: Notice; readonly problem: Problem }
  /** The person left a question. */
  | { readonly kind: 'left' };

/** The statement at a place, in the selection or at the caret, made ready to be sent; `count`: COUNT over its rows. */
export async function prepare(deps: Deps, uri: unknown, offset: unknown, count = false): Promise<Prepared> {
  const outcome = await chooseStatement(deps.language(), uri, offset);
  if (!outcome.ok) return { kind: 'notice', notice: statementNotice(outcome.why) };
  const { chosen } = outcome;
  const found = documentTarget(chosen.document, deps);
  const options = optionsFor(found, deps);
  const written = deps.language().prepareQuery(chosen.text, options);
  const [finding] = written.errors;
  if (finding)
    return {
      kind: 'refused',
      notice: refusedNotice(deps, written.errors, chosen.text),
      problem: { chosen, finding },
    };

  const aimed = await aim(deps, found);
  if (!aimed) return { kind: 'left' };
  if ('notice' in aimed) return { kind: 'notice', notice: aimed.notice };

  const values = await askValues(written.placeholders);
  if (!values) return { kind: 'left' };
  const filled = written.fill(values);
  const query = count ? filled.counting() : filled;
  return query
    ? { kind: 'ready', run: { target: aimed.target, query, options, askedAt: Date.now() } }
    : { kind: 'notice', notice: statementNotice('uncountable') };
}

async function aim(
  deps: Deps,
  found: DocumentTarget,
): Promise<{ readonly target: Target } | { readonly notice: Notice } | undefined> {
  if (found.kind === 'found') return { target: found.target };
  if (found.kind === 'unknown') return { notice: unknownTargetNotice(deps.targets, found) };
  if (deps.targets.all().length === 0) return { notice: noVaultNotice(deps.targets) };
  await vscode.commands.executeCommand('vaultsql.query.selectVault');
  const target = deps.targets.current();
  return target && { target };
}

/** Asks for the value of each placeholder; undefined when the person leaves. Nothing typed is kept. */
async function askValues(names: readonly string[]): Promise<Readonly<Record<string, string>> | undefined> {
  // Without a prototype `__proto__` is a name like any other.
  const values: Record<string, string> = Object.create(null);
  for (const [index, name] of names.entries()) {
    const value = await vscode.window.showInputBox({
      title: vscode.l10n.t('Value for {0} ({1} of {2})', name, index + 1, names.length),
      prompt: vscode.l10n.t('It becomes a literal of the query; the audit trail stores it in plain text.'),
      ignoreFocusOut: true,
    });
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}
