import type * as vscode from 'vscode';
import type { LoadedEvent } from '../../../../core/audit/table/trailReads.ts';
import type { AuditNode } from './auditNode.ts';
import type { AuditTree } from './tree.ts';

/**
 * Maximum number of attempts, because `reveal` rejects while the editor redraws the tree, which takes up to 200 ms.
 */
const MAX_REVEAL_ATTEMPTS = 4;
const PAUSE_MS = 250;

/**
 * Selects and focuses the row of an event. Resolves to false if the tree has no such row, or if the editor rejects
 * every attempt.
 */
export async function revealEvent(
  tree: Pick<AuditTree, 'findNodeOfEvent'>,
  view: Pick<vscode.TreeView<AuditNode>, 'reveal'>,
  row: LoadedEvent,
): Promise<boolean> {
  for (let tries = 0; tries < MAX_REVEAL_ATTEMPTS; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const node = await tree.findNodeOfEvent(row);
    if (!node) return false;
    const isRevealed = await view.reveal(node, { select: true, focus: true }).then(
      () => true,
      () => false,
    );
    if (isRevealed) return true;
  }
  return false;
}
