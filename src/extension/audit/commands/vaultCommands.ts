import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import { findTargetOfNode } from '../../targets/pick.ts';
import type { Target } from '../../targets/targets.ts';
import type { AuditModel } from '../model/auditModel.ts';
import type { RequestFlow } from '../model/requestFlow.ts';
import { createRequestSequence } from '../model/requestSequence.ts';

export interface VaultParts extends Pick<Deps, 'connections' | 'targets'> {
  readonly model: Pick<AuditModel, 'filters' | 'requests' | 'source' | 'state'>;
  readonly flow: Pick<RequestFlow, 'showViewAndEnsureVaultAndAccount'>;
}

export function createVaultCommands(parts: VaultParts): CommandTable {
  const { connections, targets } = parts;
  return {
    /**
     * Loads the newest audit events of the vault whose tree node is the argument, or else of the
     * selected vault. A property `text` of the argument filters the loaded events.
     */
    'vaultsql.vault.showAuditEvents': async (argument) => {
      const given = findTargetOfNode(parts, argument);
      if (!given && !targets.current()) await connections().selectVault();
      const target = given ?? targets.current();
      return target !== undefined && loadNewestEventsOfVault(parts, target, readTextProperty(argument));
    },
  };
}

/**
 * Loads the newest audit events of a vault and filters them by `text`, if given. Resolves to false if
 * they were not loaded.
 */
export async function loadNewestEventsOfVault(
  { flow, model }: Pick<VaultParts, 'flow' | 'model'>,
  target: Target,
  text: string | undefined,
): Promise<boolean> {
  if (!(await model.source.confirmReplacingEvents())) return false;
  model.source.switchConnection(target.connection.name);
  if (!(await flow.showViewAndEnsureVaultAndAccount('elsewhere'))) return false;
  const isAnswered = await createRequestSequence(model.requests).loadNewestClearingLocalFilters({
    vaultID: target.vault.id,
  });
  if (!isAnswered || model.state.error()) return false;
  if (text !== undefined)
    model.filters.setLocalFilters({ question: [{ kind: 'text', text, isNegated: false }] });
  return true;
}

const readTextProperty = (argument: unknown): string | undefined =>
  typeof argument === 'object' &&
  argument !== null &&
  'text' in argument &&
  typeof argument.text === 'string' &&
  argument.text !== ''
    ? argument.text
    : undefined;
