import assert from 'node:assert/strict';
import fc from 'fast-check';
import { follow, scenarios } from '../unit/core/audit/feed/followJudge.ts';
import { simulate } from '../unit/core/audit/feed/followSimulation.ts';

describe('following the audit trail: 10,000 events, delays up to the overlap, equal times', () => {
  it('50 simulations against a service with cursor: none lost, none doubled', async () => {
    for (let seed = 1; seed <= 50; seed++) {
      const { lost, doubled, gaps, total } = await simulate(seed, true, 100);
      assert.deepEqual({ seed, lost, doubled, gaps }, { seed, lost: 0, doubled: 0, gaps: 0 });
      assert.ok(total > 9000);
    }
  });

  it('50 simulations against a service without: none lost, none doubled, as long as a page spans the overlap', async () => {
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

describe('following a service that fails, is late, repeats itself and sets its clock', () => {
  const isLong = process.env.VAULTSQL_LONG !== undefined;
  it('loses nothing without a gap, doubles nothing, and shows no gap that an answer has led through', async function () {
    this.timeout(isLong ? 0 : 300_000);
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        const { lost, doubled, disproved } = await follow(scenario);
        assert.deepEqual({ lost, doubled, disproved }, { lost: [], doubled: 0, disproved: 0 });
      }),
      { numRuns: isLong ? 1500 : 60 },
    );
  });
});
