import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Connection } from '../../../../../src/core/service/connections/connections.ts';
import '../../withVscode.ts';

const { CommandApprovals } = await import(
  '../../../../../src/extension/connections/signIn/commandApprovals.ts'
);

const connection: Connection = {
  name: 'team',
  environment: 'test',
  baseUrl: 'https://vault.example',
  accountID: 'a1',
  vaults: [],
  auth: { kind: 'command', command: ['gettoken', '--for', 'me'], variables: ['AWS_PROFILE'] },
};

/** Approvals of a user who answers each question with `answer`, over a storage that outlives them. */
function approvals(answer: boolean, stored = new Map<string, unknown>()) {
  const questions: string[] = [];
  const warnings: string[] = [];
  const storage = {
    get: (key: string, none: unknown) => stored.get(key) ?? none,
    update: async (key: string, value: unknown) => void stored.set(key, value),
  } as unknown as vscode.Memento;
  const made = new CommandApprovals(storage, {
    confirm: async (text, detail) => {
      questions.push(`${text}\n${detail}`);
      return answer;
    },
    warn: async (text) => void warnings.push(text),
  });
  return { approvals: made, questions, warnings, stored };
}

describe('approvals of token commands', () => {
  it('ask once, with the whole command, its variables, and where the token goes', async () => {
    const first = approvals(true);
    assert.deepEqual(
      await Promise.all([
        first.approvals.promptUnlessApprovedOrDeclined(connection),
        first.approvals.promptUnlessApprovedOrDeclined(connection),
      ]),
      [true, true],
    );
    assert.equal(first.questions.length, 1);
    assert.match(first.questions[0] ?? '', /“team”/);
    assert.match(first.questions[0] ?? '', /\["gettoken","--for","me"\]/);
    assert.match(first.questions[0] ?? '', /AWS_PROFILE/);
    assert.match(first.questions[0] ?? '', /https:\/\/vault\.example/);
    const afterRestart = approvals(false, first.stored);
    assert.equal(await afterRestart.approvals.promptUnlessApprovedOrDeclined(connection), true);
    assert.deepEqual(afterRestart.questions, []);
    assert.doesNotMatch(JSON.stringify([...first.stored]), /gettoken|team|vault/);
  });

  it('ask again where the command, its variables, the address, or the connection is another one', async () => {
    const { approvals: own, questions } = approvals(true);
    const others: readonly Connection[] = [
      connection,
      { ...connection, auth: { kind: 'command', command: ['gettoken', '--for', 'you'] } },
      { ...connection, auth: { kind: 'command', command: ['gettoken', '--for', 'me'], variables: ['HOME'] } },
      { ...connection, baseUrl: 'https://other.example' },
      { ...connection, vaults: [{ id: 'v', name: 'v', baseUrl: 'https://other.example' }] },
      { ...connection, name: 'other' },
    ];
    for (const [index, one] of others.entries()) {
      assert.equal(await own.promptUnlessApprovedOrDeclined(one), true);
      assert.equal(questions.length, index + 1);
    }
  });

  it('are not asked for by each request after a no, but by Sign In', async () => {
    const { approvals: own, questions, stored } = approvals(false);
    assert.equal(await own.promptUnlessApprovedOrDeclined(connection), false);
    assert.equal(await own.promptUnlessApprovedOrDeclined(connection), false);
    assert.equal(questions.length, 1);
    assert.equal(await own.promptUnlessApproved(connection), false);
    assert.equal(questions.length, 2);
    assert.equal(stored.size, 0);
  });

  it('are refused for a command that is too long to be shown whole', async () => {
    const { approvals: own, questions, warnings } = approvals(true);
    const command = ['gettoken', ' '.repeat(3_000), 'evil'];
    assert.equal(
      await own.promptUnlessApprovedOrDeclined({ ...connection, auth: { kind: 'command', command } }),
      false,
    );
    assert.deepEqual(questions, []);
    assert.match(warnings.join(), /too long to review/);
  });

  it('show hidden characters and no link', async () => {
    const { approvals: own, questions } = approvals(true);
    const command = ['sh', '-c', 'a\u202eb\nc'];
    await own.promptUnlessApprovedOrDeclined({
      ...connection,
      name: '[x](command:y)',
      auth: { kind: 'command', command },
    });
    assert.doesNotMatch(questions[0] ?? '', /\u202e|\]\(/);
    assert.match(questions[0] ?? '', /a\ufffdb\\nc/);
  });
});
