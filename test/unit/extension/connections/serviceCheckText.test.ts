import assert from 'node:assert/strict';
import type { ProfilePart } from '../../../../src/core/conformance/profile.ts';
import { createEmptyProfile } from '../../../../src/core/conformance/profile.ts';
import type { AnyConnection } from '../../../../src/extension/targets/targets.ts';
import { EventEmitter } from '../fakeVscode.ts';
import '../withVscode.ts';

const { describeServiceCheck, warnOfContradictions } = await import(
  '../../../../src/extension/connections/serviceCheckText.ts'
);
const { createTimeZone } = await import('../../../../src/extension/app/timeZone.ts');

const connection = { name: 'team', baseUrl: 'https://vault.example' } as AnyConnection;

function setUp() {
  const changes = new EventEmitter<void>();
  let contradicted: readonly ProfilePart[] = [];
  let isChecked = true;
  const warnings: string[] = [];
  const checks: string[] = [];
  const deps = {
    timeZone: createTimeZone(),
    targets: { connections: () => [connection] },
    serviceProfiles: {
      onDidChange: changes.event,
      getCheckedService: () =>
        isChecked
          ? { profile: createEmptyProfile(connection.baseUrl, Date.UTC(2026, 10, 26, 12)), contradicted }
          : undefined,
    },
    messages: {
      warn: async (text: string, choice: { run(): unknown }) => {
        warnings.push(text);
        choice.run();
      },
    },
    connections: () => ({ checkService: (name: string) => checks.push(name) }),
  } as never;
  return {
    deps,
    warnings,
    checks,
    forget: () => {
      isChecked = false;
    },
    contradict(...parts: readonly ProfilePart[]) {
      contradicted = parts;
      changes.fire();
    },
  };
}

describe('the check of a service, as the tree and Test Connection show it', () => {
  it('has its day, and what contradicted it', () => {
    const { deps, contradict, forget } = setUp();
    assert.deepEqual(describeServiceCheck(deps, connection), { day: '2026-11-26', contradiction: undefined });
    contradict('cursor', 'requestID');
    assert.equal(
      describeServiceCheck(deps, connection)?.contradiction,
      'The service no longer does as it did when checked: how it continues a listing, the request IDs in its events.',
    );
    forget();
    assert.equal(describeServiceCheck(deps, connection), undefined);
  });

  it('is warned of once for each part that is contradicted, with a way to check again', () => {
    const { deps, contradict, warnings, checks } = setUp();
    const warning = warnOfContradictions(deps);
    contradict('cursor');
    contradict('cursor');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^team: The service no longer does as it did/);
    assert.deepEqual(checks, ['team']);
    contradict('cursor', 'order');
    assert.equal(warnings.length, 2);
    warning.dispose();
    contradict('cursor', 'order', 'limit');
    assert.equal(warnings.length, 2);
  });

  it('is not warned of at the start, for what an earlier window has said', () => {
    const { deps, contradict, warnings } = setUp();
    contradict('cursor');
    const warning = warnOfContradictions(deps);
    contradict('cursor');
    assert.deepEqual(warnings, []);
    warning.dispose();
  });
});
