import * as vscode from 'vscode';
import type { ProfilePart } from '../../core/conformance/profile.ts';
import type { Deps } from '../app/deps.ts';
import { formatTime } from '../app/timeText.ts';
import type { AnyConnection } from '../targets/targets.ts';

interface ServiceCheckText {
  /** The date of the check, such as `2026-11-26`, in the time zone of the views. */
  readonly day: string;
  readonly contradiction: string | undefined;
}

export function describeServiceCheck(
  deps: Pick<Deps, 'serviceProfiles' | 'timeZone'>,
  connection: AnyConnection,
): ServiceCheckText | undefined {
  const checked = deps.serviceProfiles.getCheckedService(connection);
  if (!checked) return undefined;
  const { profile, contradicted } = checked;
  const parts = contradicted.map((part) => getPartNames()[part]);
  return {
    day: formatTime(deps, profile.checkedAt).slice(0, 10),
    contradiction:
      parts.length === 0
        ? undefined
        : vscode.l10n.t('The service no longer does as it did when checked: {0}.', parts.join(', ')),
  };
}

const getPartNames = (): Readonly<Record<ProfilePart, string>> => ({
  cursor: vscode.l10n.t('how it continues a listing'),
  isCursorInclusive: vscode.l10n.t('where a further page begins'),
  limit: vscode.l10n.t('the size of its pages'),
  order: vscode.l10n.t('the order of its events'),
  requestID: vscode.l10n.t('the request IDs in its events'),
  refusedConstructs: vscode.l10n.t('the SQL that it rejects'),
  refusedLevels: vscode.l10n.t('the levels of REDACTION that it rejects'),
});

/**
 * Warns the user about parts of a service's profile that a response has contradicted since the last check. Offers to
 * check the service again. In one window, each part is reported at most once for an address.
 */
export function warnOfContradictions(
  deps: Pick<Deps, 'connections' | 'messages' | 'serviceProfiles' | 'targets' | 'timeZone'>,
): vscode.Disposable {
  const { serviceProfiles, targets } = deps;
  const listContradictionKeys = (connection: AnyConnection): readonly string[] =>
    (serviceProfiles.getCheckedService(connection)?.contradicted ?? []).map(
      (part) => `${part} ${connection.baseUrl}`,
    );
  // What was contradicted before this window opened is displayed in the tree, not in a message at each start.
  const warned = new Set(targets.connections().flatMap(listContradictionKeys));
  return serviceProfiles.onDidChange(() => {
    for (const connection of targets.connections()) {
      const added = listContradictionKeys(connection).filter((key) => !warned.has(key));
      if (added.length === 0) continue;
      for (const key of added) warned.add(key);
      const text = describeServiceCheck(deps, connection)?.contradiction;
      if (text !== undefined)
        void deps.messages.warn(`${connection.name}: ${text}`, {
          label: vscode.l10n.t('Check Again'),
          run: () => deps.connections().checkService(connection.name),
        });
    }
  });
}
