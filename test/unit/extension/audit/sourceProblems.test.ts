import assert from 'node:assert/strict';
import { SourceError } from '../../../../src/core/audit/table/sourceError.ts';
import type { CommandTable } from '../../../../src/extension/app/commands.ts';
import '../withVscode.ts';

const { wrapCommandsToReportErrors } = await import('../../../../src/extension/audit/sourceProblems.ts');

describe('commands on events that can’t be read', () => {
  const reported: string[] = [];
  const messages = { error: async (text: string) => void reported.push(text) };
  const problem = { kind: 'forbidden', host: 'db.test' } as const;
  const added: Record<string, CommandTable[keyof CommandTable]> = {};
  const commands = { add: (table: CommandTable) => void Object.assign(added, table) };
  wrapCommandsToReportErrors({ commands, messages }).add({
    'vaultsql.unreadable': () => Promise.reject(new SourceError(problem)),
    'vaultsql.works': (value) => value,
    'vaultsql.broken': () => assert.fail('a bug'),
  });

  it('tell the user why, and return nothing', async () => {
    assert.equal(await added['vaultsql.unreadable']?.(), undefined);
    assert.deepEqual(reported, [
      'No permission to read these events. Ask an administrator of db.test for read access.',
    ]);
  });
  it('leave results and bugs alone', async () => {
    assert.equal(await added['vaultsql.works']?.(7), 7);
    await assert.rejects(async () => added['vaultsql.broken']?.(), /a bug/);
    assert.equal(reported.length, 1);
  });
});
