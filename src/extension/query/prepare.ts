import * as vscode from 'vscode';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { Finding } from '../../core/sql/lint/findings.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { Deps } from '../app/deps.ts';
import { documentTarget } from '../connections/documentTarget.ts';
import type { Target } from '../connections/targets.ts';
import { dialectOptions } from '../language/dialectOptions.ts';
import {
  type Notice,
  noVaultNotice,
  refusedNotice,
  statementNotice,
  unknownTargetNotice,
} from './refusals.ts';
import { type Chosen, chooseStatement } from './statement.ts';

/** What a statement must be before it may be sent: checked, aimed at a vault, its values filled in. */
export type Prepared =
  | {
      readonly kind: 'ready';
      readonly target: Target;
      readonly query: PreparedQuery;
      readonly options: CheckOptions;
    }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'refused'; readonly notice: Notice; readonly chosen: Chosen; readonly finding: Finding }
  /** The person left a question. */
  | { readonly kind: 'left' };

export async function prepare(deps: Deps, uri: unknown, offset: unknown, count: boolean): Promise<Prepared> {
  const outcome = await chooseStatement(deps.language(), uri, offset);
  if (!outcome.ok) return { kind: 'notice', notice: statementNotice(outcome.why) };
  const { chosen } = outcome;
  const { fillPlaceholders, findPlaceholders, prepareQuery } = deps.language();
  const options = dialectOptions(chosen.document, deps);
  const written = prepareQuery(chosen.text, options);
  const [first] = written.errors;
  if (first)
    return {
      kind: 'refused',
      notice: refusedNotice(deps, written.errors, chosen.text),
      chosen,
      finding: first,
    };

  const aimed = await aim(deps, chosen.document);
  if (!aimed) return { kind: 'left' };
  if ('notice' in aimed) return { kind: 'notice', notice: aimed.notice };

  const names = [...new Set(findPlaceholders(chosen.text).map(({ name }) => name))];
  const values = await askValues(names);
  if (!values) return { kind: 'left' };
  const filled = names.length === 0 ? written : prepareQuery(fillPlaceholders(chosen.text, values), options);
  if (!count) return { kind: 'ready', target: aimed.target, query: filled, options };
  return filled.count.ok
    ? {
        ...{ kind: 'ready', target: aimed.target, options },
        query: prepareQuery(filled.count.statement, options),
      }
    : { kind: 'notice', notice: statementNotice('uncountable') };
}

async function aim(
  deps: Deps,
  document: vscode.TextDocument,
): Promise<{ readonly target: Target } | { readonly notice: Notice } | undefined> {
  const found = documentTarget(document, deps);
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
