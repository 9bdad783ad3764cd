import * as vscode from 'vscode';
import type { CommandTable } from '../../app/commands.ts';
import { timeOf } from '../../app/timeZone.ts';
import { showInputBox } from '../../platform/dialogs.ts';
import { type AuditContext, fromTable, ready, withProgress } from '../context.ts';
import { loadUntil, whyNoOlder } from '../model/loadUntil.ts';
import { createSameEvents } from '../model/sameEvents.ts';
import { noOtherEvents, notApplied } from '../provenance.ts';
import type { TreeOptions } from '../views/tree/treeOptions.ts';

/** Commands that read events, and those that change how the tree shows them. */
export function loadCommands(context: AuditContext): CommandTable {
  const { deps, model, files, options } = context;
  return {
    'vaultsql.audit.refresh': async (argument) => {
      if (model.state.file()) return (await files.readOn()).isMore;
      return (await ready(context, argument)) && withProgress(() => model.requests.load());
    },
    'vaultsql.audit.cancel': () => model.requests.cancel(),
    'vaultsql.audit.loadOlder': async (argument) => {
      if (!model.state.file() && !(await ready(context, argument))) return undefined;
      if (!model.state.isLoaded()) return withProgress(() => model.requests.load());
      const reason = whyNoOlder(model);
      return reason ? deps.messages.info(reason) : withProgress(() => model.requests.loadOlder());
    },
    'vaultsql.audit.loadUntil': async (argument) => {
      if (model.state.file()) return deps.messages.info(noOtherEvents());
      const isGiven = typeof argument === 'string';
      if (!(await ready(context, isGiven ? fromTable : undefined))) return undefined;
      const isSame = createSameEvents(model);
      const until = isGiven ? timeOf(options.zone(), argument) : await askTime(options);
      if (until === undefined) return undefined;
      return isSame() ? loadUntil(context, until) : deps.messages.info(notApplied());
    },
    'vaultsql.audit.groupBy': async () => {
      const names = {
        none: vscode.l10n.t('No groups'),
        request: vscode.l10n.t('By request'),
        session: vscode.l10n.t('By session'),
        actor: vscode.l10n.t('By actor'),
        vault: vscode.l10n.t('By vault'),
      } as const;
      const current = options.grouping();
      const items = (Object.keys(names) as (keyof typeof names)[]).map((by) => ({
        label: names[by],
        ...(by === current ? { description: vscode.l10n.t('current') } : {}),
        by,
      }));
      const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Group audit events') });
      if (picked) options.setGrouping(picked.by);
    },
    'vaultsql.audit.showLocalTime': () => options.zone() === 'utc' && options.toggleZone(),
    'vaultsql.audit.showUtc': () => options.zone() === 'local' && options.toggleZone(),
    'vaultsql.audit.maskActors': () => !options.masksActors() && options.toggleActors(),
    'vaultsql.audit.showActors': () => options.masksActors() && options.toggleActors(),
  };
}

async function askTime(options: TreeOptions): Promise<string | undefined> {
  const zone = options.zone() === 'utc' ? 'UTC' : vscode.l10n.t('local time');
  const text = await showInputBox({
    title: vscode.l10n.t('Load audit events since'),
    prompt: vscode.l10n.t('For example 2026-01-31 14:05 ({0}), yesterday, 2h, 3d.', zone),
    ignoreFocusOut: true,
    validateInput: (value) =>
      timeOf(options.zone(), value) === undefined
        ? vscode.l10n.t('Enter a date, a date and time, or an age such as 2h or 3d.')
        : undefined,
  });
  return text === undefined ? undefined : timeOf(options.zone(), text);
}
