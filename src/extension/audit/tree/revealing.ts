/** Selects an event's row in the side panel. */
import type * as vscode from 'vscode';
import type { AuditNode } from './auditNode.ts';
import type { AuditTree } from './tree.ts';

/** Rarely is the tree drawn again while it is revealed, hardly ever several times. */
const MOST_TRIES = 3;

/** False where the tree has no row of the event with that number. */
export async function revealEvent(
  tree: Pick<AuditTree, 'nodeOf'>,
  view: Pick<vscode.TreeView<AuditNode>, 'reveal'>,
  number: number,
): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const node = await tree.nodeOf(number);
    if (!node) return false;
    try {
      await view.reveal(node, { select: true, focus: true });
      return true;
    } catch (error) {
      // Drawn again meanwhile, the tree has other nodes, and the editor does not find the first one any more.
      if (node === (await tree.nodeOf(number))) throw error;
    }
  }
  return false;
}
