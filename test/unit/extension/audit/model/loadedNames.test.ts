import assert from 'node:assert/strict';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { textQuestion } from '../../../core/audit/questions.ts';
import { connectionOf, fakeService, fileOf } from '../fakeModel.ts';
import '../../withVscode.ts';

const { createLoadedVaultNames: createLoadedNames } = await import(
  '../../../../../src/extension/audit/model/loadedNames.ts'
);

const eventOf = (changeID: string): AuditEvent =>
  toAuditEvent({
    context: { changeID },
    request: { vaultID: 'v', timestamp: '2026-01-01 00:00:01' },
  });

/** A service with one event loaded, and how often its names were said to have changed since. */
async function loaded() {
  const service = fakeService(connectionOf('a'), connectionOf('b'));
  const names = createLoadedNames(service.model);
  const loading = service.model.requests.loadNewest();
  service.asked[0]?.answer({ events: [eventOf('e1')] });
  await loading;
  const heard = { times: 0 };
  names.onDidChange(() => heard.times++);
  return { ...service, names, heard };
}

describe('the names that loaded events show', () => {
  it('are the same after a note, a filter, following, and while other events are requested', async () => {
    const { model, heard, asked } = await loaded();
    model.following.setListingNote('a note');
    model.filters.setLocalFilters({ question: textQuestion('x') });
    const run = {
      listing: model.state.getListingNumber(),
      abort: new AbortController(),
    };
    model.following.setFollowState({ name: 'reading', run });
    const loading = model.requests.loadNewest();
    assert.equal(heard.times, 0);
    asked[1]?.answer({ events: [eventOf('e1')] });
    await loading;
    assert.equal(heard.times, 1, 'another listing');
  });

  it('change with more events, with a file in their place, and with their connection', async () => {
    const { model, heard, names, asked } = await loaded();
    model.following.addFollowedEvents([eventOf('e2')]);
    assert.equal(heard.times, 1);
    assert.equal((await names.readLoadedNames())?.vaults[0]?.events, 2);
    model.following.addFollowedEvents([eventOf('e2')]);
    assert.equal(heard.times, 1, 'no new one');
    model.source.displayOpenedFile(fileOf(model, 'f', [eventOf('e3')]));
    assert.equal(heard.times, 2);
    assert.equal(await names.readLoadedNames(), undefined);
    model.following.setListingNote('a note');
    assert.equal(heard.times, 2, 'still a file');
    const loading = model.requests.loadNewest();
    asked[1]?.answer({ events: [eventOf('e1')] });
    await loading;
    assert.equal(heard.times, 3);
    model.source.switchConnection('b');
    assert.equal(heard.times, 4);
    assert.equal(await names.readLoadedNames(), undefined);
  });

  it('are told again where their connection got another address and then its own without a word', async () => {
    const { model, heard, names, setConnections } = await loaded();
    setConnections([connectionOf('a', { baseUrl: 'https://other.test' })]);
    assert.equal(await names.readLoadedNames(), undefined);
    setConnections([connectionOf('a')]);
    model.following.setListingNote('a note');
    assert.equal(heard.times, 1);
    assert.equal((await names.readLoadedNames())?.connection.name, 'a');
  });
});
