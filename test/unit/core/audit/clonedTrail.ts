/** The trail as it would be in another thread: all that goes in or comes out is a copy, and answers come late. */

import type { FileToRead } from '../../../../src/core/audit/file/fileReads.ts';
import { raceWithCancellation } from '../../../../src/core/audit/table/cancelling.ts';
import type { ViewHandle } from '../../../../src/core/audit/table/eventSet.ts';
import type { LocalTrail } from '../../../../src/core/audit/table/trail.ts';
import { FileTrail } from '../../../../src/extension/audit/sources/fileTrail.ts';

/** `between` passes on the way there, and on the way back. */
export function clonedTrail(
  between: () => Promise<unknown> = () => Promise.resolve(),
  trail: LocalTrail = new FileTrail(),
): LocalTrail {
  // Calls arrive in the order in which they were made, as messages do.
  let arrived: Promise<unknown> = Promise.resolve();
  const across =
    <Given extends unknown[], Answer>(method: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const sent = structuredClone(given);
      const arriving = Promise.all([arrived, between()]);
      arrived = arriving;
      await arriving;
      const answer = structuredClone(await method.apply(trail, sent));
      await between();
      return answer;
    };
  const whoReadWhat = across((view: ViewHandle) => trail.whoReadWhat(view));
  return {
    add: across(trail.add),
    drop: across(trail.drop),
    view: across(trail.view),
    window: across(trail.window),
    rows: across(trail.rows),
    members: across(trail.members),
    groups: across(trail.groups),
    events: across(trail.events),
    find: across(trail.find),
    values: across(trail.values),
    // Functions do not cross.
    read: (listing, files, onProgress) =>
      across((...given: readonly [number, readonly FileToRead[]]) =>
        trail.read(...given, (progress) => onProgress(structuredClone(progress))),
      )(listing, files),
    vaultNames: across(trail.vaultNames),
    // Nor do signals.
    whoReadWhat: (view, signal) => raceWithCancellation(whoReadWhat(view), signal),
    unusualValues: across(trail.unusualValues),
    copyRows: across(trail.copyRows),
    stop: across(trail.stop),
  };
}
