import * as vscode from 'vscode';
import { defaultMaskMode } from '../../core/results/view/mask.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { Deps } from '../app/deps.ts';
import { showInputBox } from '../platform/dialogs.ts';
import { createErrorNotice } from '../targets/apiErrors.ts';
import { type DocumentTarget, findDocumentTarget } from '../targets/documentTarget.ts';
import { findSameTarget, type Target } from '../targets/targets.ts';
import { findDestination } from './destination.ts';
import { createEventsRun } from './eventsRun.ts';
import {
  createNoVaultNotice,
  createRejectedStatementNotice,
  createUnknownTargetNotice,
  createUnusableStatementNotice,
  type Notice,
  type RefusedStatement,
} from './refusals.ts';
import type { Run } from './run.ts';
import { type ChosenStatement, chooseStatement } from './statement.ts';

type PrepareDeps = Pick<
  Deps,
  'connections' | 'language' | 'localVault' | 'schemas' | 'serviceProfiles' | 'settings' | 'targets'
>;

export type PrepareOutcome =
  | { readonly kind: 'ready'; readonly run: Run; readonly chosen: ChosenStatement }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'refused'; readonly notice: Notice; readonly problem: RefusedStatement }
  | { readonly kind: 'dismissed' };

type Purpose = 'rows' | 'count' | 'copy';

/** Waits for the start of the local vault. Resolves to false if the statement must not be sent any more. */
type WaitForStart = (started: PromiseLike<unknown>) => Promise<boolean>;

const waitUntilStarted: WaitForStart = async (started) => {
  await started;
  return true;
};

/**
 * Checks a statement, finds its vault, and prompts for the values of its placeholders. Does not send it. The statement
 * is the one at `offset` (in UTF-16 code units) in the document `uri`; unless both are given, the one that is selected
 * in the active editor or, without a selection, the one for its caret. If no vault is selected, the user may be
 * prompted for one.
 */
export async function prepareRun(
  deps: PrepareDeps,
  uri: unknown,
  offset: unknown,
  purpose: Purpose = 'rows',
  waitForStart: WaitForStart = waitUntilStarted,
): Promise<PrepareOutcome> {
  const outcome = await chooseStatement(deps.language(), uri, offset);
  // The schema files declare what is masked. They must be read before anything is sent or displayed.
  await deps.schemas.load();
  if (!outcome.ok) return { kind: 'notice', notice: createUnusableStatementNotice(outcome.why) };
  const { chosen } = outcome;
  let found = findDocumentTarget(chosen.document, deps);
  const { createCheckOptions, prepareQuery } = deps.language();
  const options = createCheckOptions(found.kind === 'found' ? found.target : undefined, deps);
  const written = prepareQuery(chosen.text, options);
  const refused = refuseIfInvalid(deps, chosen, written);
  if (refused) return refused;
  if (purpose === 'count' && !written.count.ok)
    return { kind: 'notice', notice: createUnusableStatementNotice('uncountable') };

  if (mustWaitForLocalVault(deps, found)) {
    if (!(await waitForStart(deps.localVault().start()))) return { kind: 'dismissed' };
    found = findDocumentTarget(chosen.document, deps);
  }
  const aimed = await resolveTarget(deps, found);
  if (!aimed) return { kind: 'dismissed' };
  if ('notice' in aimed) return { kind: 'notice', notice: aimed.notice };
  const { target } = aimed;
  // A vault that was chosen only now has its own rules.
  const checked = recheckForTarget(deps, { query: written, options }, target);
  const refusedThere = refuseIfInvalid(deps, chosen, checked.query);
  if (refusedThere) return refusedThere;

  const values = await promptForPlaceholderValues(checked.query.placeholders, purpose);
  if (!values) return { kind: 'dismissed' };
  const filled = checked.query.replacePlaceholders(values);
  const query = purpose === 'count' ? filled.createCountQuery() : filled;
  return query
    ? {
        kind: 'ready',
        run: {
          target,
          query,
          options: checked.options,
          startedAt: Date.now(),
          unreadSchemas: getUnreadSchemasIfMaskDeclared(deps, target),
          source: { ...chosen, rejectedBy: query.findRejectedColumnRanges },
        },
        chosen,
      }
    : { kind: 'notice', notice: createUnusableStatementNotice('uncountable') };
}

type RepeatOutcome =
  | { readonly kind: 'ready'; readonly run: Run }
  | { readonly kind: 'refused'; readonly notice: Notice };

/**
 * Prepares to run the query of `run` again. The user is not prompted. Returns `refused` if the connection or the vault
 * was removed, or if the current rules do not allow the query.
 */
export function prepareRepeat(deps: PrepareDeps, run: Run): RepeatOutcome {
  if (run.eventAnswer) return { kind: 'ready', run: createEventsRun(run.eventAnswer.createRepeat()) };
  const to = findDestination(run.target, deps.targets);
  if (to.kind === 'removed') return { kind: 'refused', notice: createErrorNotice(to.error, run.target) };
  // If the local vault is stopped, the request itself will fail with that error.
  const target = findSameTarget(deps.targets, run.target) ?? run.target;
  const { query, options } = recheckForTarget(deps, run, target);
  if (query.errors.length > 0)
    return { kind: 'refused', notice: createRejectedStatementNotice(deps, query.errors, query.text) };
  return {
    kind: 'ready',
    run: {
      target,
      query,
      options,
      startedAt: Date.now(),
      source: run.source,
      unreadSchemas: getUnreadSchemasIfMaskDeclared(deps, target),
    },
  };
}

const getUnreadSchemasIfMaskDeclared = (
  { settings, schemas }: Pick<Deps, 'schemas' | 'settings'>,
  { connection }: Target,
): Run['unreadSchemas'] =>
  (settings.maskMode() ?? defaultMaskMode(connection.environment)) === 'declared'
    ? schemas.listUnreadFiles()
    : [];

type Checked = Pick<Run, 'query' | 'options'>;

function recheckForTarget(deps: PrepareDeps, { query, options }: Checked, target: Target): Checked {
  const now = deps.language().createCheckOptions(target, deps);
  if (JSON.stringify(now) === JSON.stringify(options)) return { query, options };
  const read = deps.language().prepareQuery(query.text, now);
  // A query without `document`, such as a COUNT, stays without it.
  return { query: query.document ? read : { ...read, document: undefined }, options: now };
}

function refuseIfInvalid(
  deps: PrepareDeps,
  chosen: ChosenStatement,
  { errors }: PreparedQuery,
): Extract<PrepareOutcome, { readonly kind: 'refused' }> | undefined {
  const [finding] = errors;
  return (
    finding && {
      kind: 'refused',
      notice: createRejectedStatementNotice(deps, errors, chosen.text),
      problem: { chosen, finding },
    }
  );
}

function mustWaitForLocalVault({ targets }: Pick<Deps, 'targets'>, found: DocumentTarget): boolean {
  if (found.kind === 'found' || targets.getLocalVaultState().kind !== 'starting') return false;
  return found.kind === 'unknown' ? found.connection === 'local' : targets.all().length === 0;
}

async function resolveTarget(
  deps: PrepareDeps,
  found: DocumentTarget,
): Promise<{ readonly target: Target } | { readonly notice: Notice } | undefined> {
  if (found.kind === 'found') return { target: found.target };
  if (found.kind === 'unknown') return { notice: createUnknownTargetNotice(deps.targets, found) };
  if (deps.targets.all().length === 0) return { notice: createNoVaultNotice(deps.targets) };
  await deps.connections().selectVault();
  const target = deps.targets.current();
  return target && { target };
}

async function promptForPlaceholderValues(
  names: readonly string[],
  purpose: Purpose,
): Promise<Readonly<Record<string, string>> | undefined> {
  // Without a prototype, `__proto__` is a name like any other.
  const values: Record<string, string> = Object.create(null);
  const prompt =
    purpose === 'copy'
      ? vscode.l10n.t('Inserted into the query as a literal.')
      : vscode.l10n.t('Inserted into the query as a literal, which the audit trail stores in plain text.');
  for (const [index, name] of names.entries()) {
    const value = await showInputBox({
      title: vscode.l10n.t('Value for {0} ({1} of {2})', name, index + 1, names.length),
      prompt,
      ignoreFocusOut: true,
    });
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}
