import * as vscode from 'vscode';
import { defaultMaskMode } from '../../core/results/view/mask.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { Deps } from '../app/deps.ts';
import { showInputBox } from '../platform/dialogs.ts';
import { errorNotice } from '../targets/apiErrors.ts';
import { type DocumentTarget, documentTarget } from '../targets/documentTarget.ts';
import { sameTarget, type Target } from '../targets/targets.ts';
import { destinationOf } from './destination.ts';
import { eventsRun } from './eventsRun.ts';
import {
  type Notice,
  noVaultNotice,
  type Problem,
  refusedNotice,
  statementNotice,
  unknownTargetNotice,
} from './refusals.ts';
import type { Run } from './run.ts';
import { type Chosen, chooseStatement } from './statement.ts';

type PrepareDeps = Pick<Deps, 'connections' | 'language' | 'localVault' | 'schemas' | 'settings' | 'targets'>;

/** What becomes of “Run” before anything is sent. */
export type Prepared =
  /** Checked, aimed at a vault, its values filled in. */
  | { readonly kind: 'ready'; readonly run: Run; readonly chosen: Chosen }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'refused'; readonly notice: Notice; readonly problem: Problem }
  /** The user cancelled a prompt. */
  | { readonly kind: 'left' };

/** `count`: COUNT over the rows is to be sent. `copy`: nothing is sent. */
type Purpose = 'rows' | 'count' | 'copy';

/**
 * Called while a statement waits for the local vault. `started` resolves once the start has ended, whether it succeeded or
 * not. Returns false if the statement must not be sent any more.
 */
export type WhileStarting = (started: PromiseLike<unknown>) => Promise<boolean>;

const untilStarted: WhileStarting = async (started) => {
  await started;
  return true;
};

/** The statement at a place, in the selection or at the caret, made ready to be sent. */
export async function prepare(
  deps: PrepareDeps,
  uri: unknown,
  offset: unknown,
  purpose: Purpose = 'rows',
  whileStarting: WhileStarting = untilStarted,
): Promise<Prepared> {
  const outcome = await chooseStatement(deps.language(), uri, offset);
  // What the workspace protects must be known before anything is sent or shown.
  await deps.schemas.load();
  if (!outcome.ok) return { kind: 'notice', notice: statementNotice(outcome.why) };
  const { chosen } = outcome;
  let found = documentTarget(chosen.document, deps);
  const { checkOptions, prepareQuery } = deps.language();
  const options = checkOptions(found.kind === 'found' ? found.target : undefined, deps);
  const written = prepareQuery(chosen.text, options);
  const refused = refusal(deps, chosen, written);
  if (refused) return refused;
  if (purpose === 'count' && !written.count.ok)
    return { kind: 'notice', notice: statementNotice('uncountable') };

  if (waitsForStart(deps, found)) {
    if (!(await whileStarting(deps.localVault().start()))) return { kind: 'left' };
    found = documentTarget(chosen.document, deps);
  }
  const aimed = await aim(deps, found);
  if (!aimed) return { kind: 'left' };
  if ('notice' in aimed) return { kind: 'notice', notice: aimed.notice };
  const { target } = aimed;
  // A vault that was chosen only now has its own rules.
  const checked = checkedBy(deps, { query: written, options }, target);
  const refusedThere = refusal(deps, chosen, checked.query);
  if (refusedThere) return refusedThere;

  const values = await askValues(checked.query.placeholders, purpose);
  if (!values) return { kind: 'left' };
  const filled = checked.query.fill(values);
  const query = purpose === 'count' ? filled.counting() : filled;
  return query
    ? {
        kind: 'ready',
        run: {
          target,
          query,
          options: checked.options,
          askedAt: Date.now(),
          unreadSchemas: unreadSchemas(deps, target),
          source: { ...chosen, rejectedBy: query.rejectedBy },
        },
        chosen,
      }
    : { kind: 'notice', notice: statementNotice('uncountable') };
}

/** A run that is asked for once more, by the connection and the settings as they are now. */
export type Again =
  | { readonly kind: 'ready'; readonly run: Run }
  | { readonly kind: 'refused'; readonly notice: Notice };

/**
 * Prepares a run to be sent again, with the current connection and settings. Values of placeholders are kept, and the
 * user is not prompted. Refused if the vault was removed or its rules no longer allow the query.
 */
export function again(deps: PrepareDeps, run: Run): Again {
  if (run.events) return { kind: 'ready', run: eventsRun(run.events.again()) };
  const to = destinationOf(run.target, deps.targets);
  if (to.kind === 'removed') return { kind: 'refused', notice: errorNotice(to.error, run.target) };
  // A local vault that is not running is missed by the request itself, which offers to start it.
  const target = sameTarget(deps.targets, run.target) ?? run.target;
  const { query, options } = checkedBy(deps, run, target);
  if (query.errors.length > 0)
    return { kind: 'refused', notice: refusedNotice(deps, query.errors, query.text) };
  return {
    kind: 'ready',
    run: {
      target,
      query,
      options,
      askedAt: Date.now(),
      source: run.source,
      unreadSchemas: unreadSchemas(deps, target),
    },
  };
}

/**
 * Returns the schema files that could not be read completely, if values are masked by what schema files declare;
 * otherwise an empty list, because masking does not depend on them.
 */
const unreadSchemas = (
  { settings, schemas }: Pick<Deps, 'schemas' | 'settings'>,
  { connection }: Target,
): Run['unreadSchemas'] =>
  (settings.maskValues() ?? defaultMaskMode(connection.environment)) === 'declared' ? schemas.unread() : [];

type Checked = Pick<Run, 'query' | 'options'>;

/** The query by the rules that a target has now; read again only where they are others. */
function checkedBy(deps: PrepareDeps, { query, options }: Checked, target: Target): Checked {
  const now = deps.language().checkOptions(target, deps);
  if (JSON.stringify(now) === JSON.stringify(options)) return { query, options };
  const read = deps.language().prepareQuery(query.text, now);
  // Nothing is learnt of a COUNT, as before.
  return { query: query.document ? read : { ...read, document: undefined }, options: now };
}

function refusal(
  deps: PrepareDeps,
  chosen: Chosen,
  { errors }: PreparedQuery,
): Extract<Prepared, { readonly kind: 'refused' }> | undefined {
  const [finding] = errors;
  return (
    finding && {
      kind: 'refused',
      notice: refusedNotice(deps, errors, chosen.text),
      problem: { chosen, finding },
    }
  );
}

/** Whether statements wait for the local vault: it is starting, and they can be sent to no other vault. */
function waitsForStart({ targets }: Pick<Deps, 'targets'>, found: DocumentTarget): boolean {
  if (found.kind === 'found' || targets.localVault().kind !== 'starting') return false;
  return found.kind === 'unknown' ? found.connection === 'local' : targets.all().length === 0;
}

async function aim(
  deps: PrepareDeps,
  found: DocumentTarget,
): Promise<{ readonly target: Target } | { readonly notice: Notice } | undefined> {
  if (found.kind === 'found') return { target: found.target };
  if (found.kind === 'unknown') return { notice: unknownTargetNotice(deps.targets, found) };
  if (deps.targets.all().length === 0) return { notice: noVaultNotice(deps.targets) };
  await deps.connections().selectVault();
  const target = deps.targets.current();
  return target && { target };
}

/** Prompts for the value of each placeholder. Undefined if the user cancels. */
async function askValues(
  names: readonly string[],
  purpose: Purpose,
): Promise<Readonly<Record<string, string>> | undefined> {
  // Without a prototype `__proto__` is a name like any other.
  const values: Record<string, string> = Object.create(null);
  const prompt =
    purpose === 'copy'
      ? vscode.l10n.t('It becomes a literal of the query.')
      : vscode.l10n.t('It becomes a literal of the query; the audit trail stores it in plain text.');
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
