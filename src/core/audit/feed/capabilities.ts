/** What can't be done with displayed events, depending on where they come from. */
import type { SettledState } from './feedState.ts';

/** `older`: loading older events page by page. `follow`: showing new events as they come. `sql`: SQL over the events. */
export type Capability = 'older' | 'follow' | 'sql';

type SourceKind = 'service' | 'files' | 'table';

/**
 * Capabilities that a kind of source does not have. Files have them all: their commands say for each file whether it can
 * grow, and that all its events are loaded.
 */
const lacking: Readonly<Record<SourceKind, readonly Capability[]>> = {
  service: [],
  files: [],
  table: ['older', 'follow', 'sql'],
};

export const capabilities: readonly Capability[] = ['older', 'follow', 'sql'];

export const hasCapability = (state: SettledState, capability: Capability): boolean =>
  !lacking[sourceKindOf(state)].includes(capability);

function sourceKindOf(state: SettledState): SourceKind {
  if (state.name !== 'file') return 'service';
  return state.file.table ? 'table' : 'files';
}
