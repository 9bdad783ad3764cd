import type { AuditFilters } from '../../core/audit/filters/filters.ts';
import { busy } from './parts.ts';
import type { AuditSession } from './state.ts';

/** Readings that follow one another for one purpose, until somebody cancels, reads or filters something else in between. */
export interface Series {
  /** Whether nothing came in between. What came is what the person wants now: it is neither overwritten nor continued. */
  wanted(): boolean;
  /** As those of the session, with progress in the view; false, with nothing sent, where the series is over. */
  load(filters?: AuditFilters): Promise<boolean>;
  loadOlder(): Promise<boolean>;
  learnMe(): Promise<boolean>;
}

/** Begins a series now. */
export function createSeries(session: Pick<AuditSession, 'turn' | 'load' | 'loadOlder' | 'learnMe'>): Series {
  let turn = session.turn();
  const wanted = (): boolean => session.turn() === turn;
  const next = async (read: () => Promise<boolean>): Promise<boolean> => {
    if (!wanted()) return false;
    const taken = await busy(async () => {
      // Progress is shown first, which takes a moment.
      if (!wanted()) return false;
      const reading = read();
      turn = session.turn();
      return reading;
    });
    return taken && wanted();
  };
  return {
    wanted,
    load: (filters) => next(() => session.load(filters)),
    loadOlder: () => next(() => session.loadOlder()),
    learnMe: () => next(() => session.learnMe()),
  };
}
