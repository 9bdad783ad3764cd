import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { NetworkLog, type RequestAttempt } from '../../../../../src/core/service/networkLog.ts';
import { connectionOf, fakeService, fileOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { NewQueryCounter } = await import('../../../../../src/extension/audit/model/newRequests.ts');

const query: RequestAttempt = {
  at: 0,
  connection: 'a',
  origin: 'https://a.test',
  method: 'POST',
  attempt: 1,
  milliseconds: 1,
  template: '/v1/vaults/{vaultID}/query',
  result: { kind: 'answered', status: 200, bytes: 1, requestID: 'r' },
};

function setUp() {
  const service = fakeService(connectionOf('a'));
  const log = new NetworkLog();
  const requests = new NewQueryCounter(service.model.state, log);
  const told: number[] = [];
  requests.onDidChange(() => told.push(requests.getNewQueryCount()));
  const load = async (): Promise<void> => {
    const loading = service.model.requests.loadNewest();
    service.asked.at(-1)?.answer({ events: [toAuditEvent({ context: { changeID: 'c' } })] });
    await loading;
  };
  return { ...service, log, requests, told, load };
}

describe('requests since the events were loaded', () => {
  it('are the answered queries to the connection shown, refused ones too', async () => {
    const { log, requests, told, load } = setUp();
    log.addAttempt(query);
    assert.equal(requests.getNewQueryCount(), 0, 'nothing is loaded yet');
    await load();
    log.addAttempt(query);
    log.addAttempt({
      ...query,
      result: { kind: 'answered', status: 400, bytes: 1, requestID: undefined },
    });
    log.addAttempt({ ...query, connection: 'b' });
    log.addAttempt({ ...query, method: 'GET', template: '/v1/audit/events' });
    log.addAttempt({ ...query, result: { kind: 'failed', reason: 'ECONNRESET' } });
    assert.deepEqual(told, [1, 2]);
    assert.equal(requests.getNewQueryCount(), 2);
  });

  it('are none once the newest events are loaded, or a file is shown, or while they are followed', async () => {
    const { model, log, requests, load } = setUp();
    await load();
    log.addAttempt(query);
    await load();
    assert.equal(requests.getNewQueryCount(), 0);
    log.addAttempt(query);
    model.following.setFollowState({
      name: 'reading',
      run: { listing: model.state.getListingNumber(), abort: new AbortController() },
    });
    assert.equal(requests.getNewQueryCount(), 0);
    log.addAttempt(query);
    assert.equal(requests.getNewQueryCount(), 0);
    model.following.setFollowState({ name: 'off' });
    model.source.displayOpenedFile(fileOf(model, 'f', []));
    log.addAttempt(query);
    assert.equal(requests.getNewQueryCount(), 0);
  });

  it('are no longer counted once it is disposed of', async () => {
    const { log, requests, load } = setUp();
    await load();
    requests.dispose();
    log.addAttempt(query);
    assert.equal(requests.getNewQueryCount(), 0);
  });
});
