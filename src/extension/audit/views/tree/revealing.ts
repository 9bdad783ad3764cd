/** Selects an event's row in the side panel. */
import type * as vscode from 'vscode';
import type { EventKey } from '../../../../core/audit/table/eventSet.ts';
import type { AuditNode } from './auditNode.ts';
import type { AuditTree } from './tree.ts';

/** So often, and so long apart in milliseconds: the editor draws a tree again within a fifth of a second. */
const MOST_TRIES = 4;
const PAUSE_MS = 250;

/**
 * False where the tree has no row of the event with that key, or the editor does not find it: while a tree is drawn
 * again, which also makes new nodes, the editor knows none of its rows and rejects.
 */
export async function revealEvent(
  tree: Pick<AuditTree, 'nodeOf'>,
  view: Pick<vscode.TreeView<AuditNode>, 'reveal'>,
  key: EventKey,
): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const node = await tree.nodeOf(key);
    if (!node) return false;
    const isRevealed = await view.reveal(node, { select: true, focus: true }).then(
      () => true,
      () => false,
    );
    if (isRevealed) return true;
  }
  return false;
}
