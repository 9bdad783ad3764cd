import assert from 'node:assert/strict';
import { simulate } from '../unit/core/audit/followSimulation.ts';

describe('following the audit trail: 10,000 events, delays up to the overlap, equal times', () => {
  it('50 simulations against a service with cursor: none lost, none doubled', async function () {
    this.timeout(60_000);
    for (let seed = 1; seed <= 50; seed++) {
      const { lost, doubled, gaps, total } = await simulate(seed, true, 100);
      assert.deepEqual({ seed, lost, doubled, gaps }, { seed, lost: 0, doubled: 0, gaps: 0 });
      assert.ok(total > 9000);
    }
  });

  it('50 simulations against a service without: none lost, none doubled, as long as a page spans the overlap', async function () {
    this.timeout(60_000);
    for (let seed = 51; seed <= 100; seed++) {
      const { lost, doubled, gaps } = await simulate(seed, false, 1500);
      assert.deepEqual({ seed, lost, doubled, gaps }, { seed, lost: 0, doubled: 0, gaps: 0 });
    }
  });

  it('without cursor and with pages too short, a loss never goes unsaid', async () => {
    for (let seed = 101; seed <= 110; seed++) {
      const { lost, doubled, gaps, shallow } = await simulate(seed, false, 50);
      assert.equal(doubled, 0);
      assert.ok(lost > 0, 'the case is meant to lose some');
      assert.ok(gaps + shallow > 0);
    }
  });
});
