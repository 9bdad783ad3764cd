import type { AuditHost } from '../../protocol/audit.ts';
import { isAuditMarked } from '../../protocol/auditGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { strings } from '../shared/strings.ts';
import { requireValidResponse } from '../shared/validResponse.ts';
import type { AuditRows } from './auditRows.ts';

export const shortcutsByActionID: Readonly<Record<string, string>> = {
  'vaultsql.audit.mark': 'M',
  'vaultsql.audit.unmark': 'M',
  'vaultsql.audit.addNote': 'N',
  'vaultsql.audit.editNote': 'N',
};

/** Actions, by ID, that apply to all selected rows: true if the action marks their events, false if it unmarks them. */
export const markingActions: Readonly<Record<string, boolean>> = {
  'vaultsql.audit.mark': true,
  'vaultsql.audit.unmark': false,
};

interface MarkingParts {
  readonly host: Rpc<AuditHost>;
  readonly grid: Grid;
  readonly rows: AuditRows;
  readonly announce: (text: string) => void;
}

export interface Marking {
  /**
   * Requests that the events in the selected rows are marked, or that their marks are removed if `marked` is false. If
   * `marked` is undefined, the host chooses between the two.
   */
  mark(marked?: boolean): Promise<void>;
  /**
   * Handles the key `m`, which marks or unmarks the events in the selected rows, and the key `n`, which edits the note
   * of the active row. Returns false for other keys, with a modifier key, and if no row is active or marks are not
   * displayed.
   */
  handleKey(event: KeyboardEvent): boolean;
}

export function createMarking({ host, grid, rows, announce }: MarkingParts): Marking {
  const revision = (): number => rows.displayedState()?.rev ?? 0;

  async function mark(marked?: boolean): Promise<void> {
    const area = grid.getSelectedCells()?.area;
    if (!area || area.toRow <= area.fromRow) return;
    const { fromRow, toRow } = area;
    const asked = { rev: revision(), fromRow, toRow, ...(marked === undefined ? {} : { marked }) };
    const answer = await requireValidResponse(host, 'mark', host.call('mark', asked), isAuditMarked).catch(
      () => undefined,
    );
    if (!answer) announce(strings.failed);
    else if (answer.done !== 'nothing') announce(auditStrings[answer.done](answer.count));
  }

  function editNote(): void {
    const row = grid.getActiveRow();
    if (row !== undefined)
      void host.call('note', { rev: revision(), row }).catch(() => announce(strings.failed));
  }

  return {
    mark,
    handleKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
      const row = grid.getActiveRow();
      if (ctrlKey || metaKey || altKey || shiftKey || row === undefined || !rows.displayedState()?.marks)
        return false;
      // With Caps Lock, the key is a capital letter.
      const letter = key.toLowerCase();
      if (letter === 'm') void mark();
      else if (letter === 'n') editNote();
      else return false;
      return true;
    },
  };
}
