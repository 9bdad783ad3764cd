import assert from 'node:assert/strict';
import { eventually } from '../run/waiting.ts';
import { AuditFakeHost } from './auditHost.ts';
import { openAuditTable, sample, statusOf } from './auditPage.ts';
import { drawn, pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

describe('the question bar of the audit table', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(options = {}): Promise<void> {
    host = new AuditFakeHost(sample(300));
    view = await openAuditTable(harness, host, options);
  }
  const close = () => closeWithoutProblems(view);
  const bar = () => view.page.getByRole('combobox', { name: 'Ask about these events' });
  const problem = () => view.page.locator('.question-problem');
  const status = (text: string | RegExp) => statusOf(view, text);

  it('filters by fields, by what was read, and by words, and highlights the words alone', async () => {
    await open();
    await bar().fill('status:200 column:card_number "ORDER by" card_number');
    await status(/filtered here to 0/);
    await bar().fill('column:card_number card_number');
    await status(/filtered here to 60/);
    const marks = view.page.getByRole('gridcell').locator('mark');
    await marks.first().waitFor();
    assert.deepEqual(new Set(await marks.allTextContents()), new Set(['card_number']));
    await bar().fill('-column:card_number');
    await status(/filtered here to (?!60\b)[1-9]/);
    assert.equal(await marks.count(), 0);
    await close();
  });

  it('steps back the rows of the question before, while the source computes', async () => {
    await open();
    const isBusy = () => view.page.getByRole('grid').getAttribute('aria-busy');
    assert.equal(await isBusy(), null);
    host.send({ isReading: true, status: 'Reading …' });
    await status(/^Reading …$/);
    assert.equal(await isBusy(), 'true');
    assert.ok((await view.page.getByRole('gridcell').count()) > 20);
    host.send({});
    await view.page.waitForFunction(() => !document.querySelector('[role=grid][aria-busy]'));
    await close();
  });

  for (const theme of themeNames.slice(0, 4))
    it(`says what can’t be read once the user stops typing, and keeps the events meanwhile, ${theme}`, async () => {
      await open({ theme, width: 700, height: 500 });
      await bar().fill('card_number');
      await status(/filtered here to 60/);
      await bar().fill('card_number acter:ann');
      await problem()
        .filter({ hasText: 'unknownField at 12 The events are those for: card_number' })
        .waitFor();
      assert.equal(await bar().getAttribute('aria-invalid'), 'true');
      await status(/filtered here to 60/);
      await pressIn(view, ['Enter']);
      const selected = await bar().evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [
        selectionStart,
        selectionEnd,
      ]);
      assert.deepEqual(selected, [12, 17], 'the part that can’t be read is selected');
      await view.picture(`audit-question-${theme}`);
      assert.deepEqual(await axeFaults(view.page, theme), []);
      // What was typed stays, also after the focus has left and the table was drawn anew.
      await view.page.getByRole('grid').focus();
      host.send();
      assert.equal(await bar().inputValue(), 'card_number acter:ann');
      await bar().fill('card_number actor:*');
      await problem().waitFor({ state: 'hidden' });
      assert.equal(await bar().getAttribute('aria-invalid'), null);
      await close();
    });

  it('asks the server with Ctrl+Enter and by its button, but not by typing or Enter, nor what can’t be read', async () => {
    await open();
    await bar().fill('actor:ann status:200');
    await status(/filtered here to \d/);
    await pressIn(view, ['Enter']);
    assert.deepEqual(host.called('action'), []);
    const ask = view.page.getByRole('button', { name: 'Ask the server · 1 request' });
    assert.equal(await ask.getAttribute('aria-description'), '1 request: actor:ann');
    await ask.click();
    assert.deepEqual(host.called('action'), [{ action: 'askServer' }]);
    await bar().fill('actor:ann acter:ann');
    await pressIn(view, ['Control+Enter']);
    await problem().filter({ hasText: 'unknownField' }).waitFor();
    assert.equal(host.called('action').length, 1);
    await bar().fill('actor:bob');
    await pressIn(view, ['Control+Enter']);
    await eventually(
      'the question to the server',
      async () => host.called('action').length === 2 || undefined,
    );
    assert.deepEqual(host.called('search').at(-1), { text: 'actor:bob' });
    host.send({ text: '' });
    await eventually('the rest of the question', async () => (await bar().inputValue()) === '');
    assert.equal(await bar().getAttribute('aria-expanded'), 'false');
    // Back to the events before: another question, while the bar still has the focus.
    host.send({ text: 'ip:203.0.113.77' });
    await eventually('another question', async () => (await bar().inputValue()) === 'ip:203.0.113.77');
    await bar().fill('actor:cleo');
    await eventually('the typed question', async () => host.called('search').at(-1));
    host.send({ text: 'actor:bob' });
    assert.equal(await bar().inputValue(), 'actor:cleo', 'what is typed stays');
    await bar().fill('');
    await ask.waitFor({ state: 'hidden' });
    await close();
  });

  it('keeps Ctrl+A from the editor, which would select all once more while the next key is typed', async () => {
    await open();
    await view.page.evaluate(() => {
      const reported: string[] = [];
      Object.assign(window, { reported });
      window.addEventListener('keydown', ({ key }) => reported.push(key));
    });
    await bar().fill('actor:ann');
    await pressIn(view, ['Control+a', 'Backspace', 'x']);
    assert.equal(await bar().inputValue(), 'x');
    const reported = await view.page.evaluate(() => (window as unknown as { reported: string[] }).reported);
    assert.deepEqual(reported, ['Control', 'Backspace', 'x']);
    await close();
  });

  it('says by which question the events are filtered, also if the next one was typed before its answer', async () => {
    await open();
    const answer = Promise.withResolvers<void>();
    host.isQuestionRead = answer.promise;
    await bar().pressSequentially('ip:10.0.0.0/99', { delay: 30 });
    answer.resolve();
    await problem()
      .filter({ hasText: /The events are those for: ip:10.0.0.0\/9$/ })
      .waitFor();
    await close();
  });

  it('keeps what can’t be read where Enter comes before the answer of the host', async () => {
    await open();
    let read = (): void => undefined;
    host.isQuestionRead = new Promise((resolve) => {
      read = resolve;
    });
    await bar().fill('acter:ann');
    await pressIn(view, ['Enter']);
    host.send();
    await drawn(view.page);
    assert.equal(await bar().inputValue(), 'acter:ann');
    read();
    await problem().filter({ hasText: 'unknownField' }).waitFor();
    assert.equal(await bar().inputValue(), 'acter:ann');
    await close();
  });

  for (const theme of themeNames.slice(0, 4))
    it(`completes names and values by keyboard alone, ${theme}`, async () => {
      await open({ theme });
      const list = view.page.getByRole('listbox', { name: 'Suggestions' });
      const options = () => list.getByRole('option').allTextContents();
      await bar().focus();
      await view.page.keyboard.type('-ac');
      await list.waitFor();
      assert.deepEqual(await options(), ['actor:', 'access:', 'action:']);
      assert.equal(await bar().getAttribute('aria-activedescendant'), null, 'nothing is chosen unasked');
      await pressIn(view, ['ArrowDown', 'Enter']);
      assert.equal(await bar().inputValue(), '-actor:');
      await list
        .getByRole('option', { name: /^person/ })
        .first()
        .waitFor();
      await pressIn(view, ['ArrowDown', 'ArrowDown']);
      const active = (await bar().getAttribute('aria-activedescendant')) ?? '';
      const option = view.page.locator(`#${active}`);
      assert.equal(await option.getAttribute('aria-selected'), 'true');
      await view.picture(`audit-suggestions-${theme}`);
      assert.deepEqual(await axeFaults(view.page, theme), []);
      const name = (await option.locator('.label').textContent()) ?? '';
      await pressIn(view, ['Tab']);
      assert.equal(await bar().inputValue(), `-actor:${name} `);
      await status(/filtered here to 2\d\d/);
      // Nothing is suggested unasked at the beginning of the next term.
      await bar().press('a');
      await list.waitFor();
      const requests = host.called('complete') as { readonly text: string; readonly offset: number }[];
      assert.ok(requests.every(({ text, offset }) => /\S$/.test(text.slice(0, offset))));
      await close();
    });

  it('shows suggestions on request, which Escape closes and a click accepts', async () => {
    await open();
    const list = view.page.getByRole('listbox', { name: 'Suggestions' });
    await bar().focus();
    await pressIn(view, ['ArrowDown']);
    await list.waitFor();
    await pressIn(view, ['Escape']);
    await list.waitFor({ state: 'detached' });
    assert.ok(await bar().evaluate((input) => input === document.activeElement));
    await pressIn(view, ['Control+ ']);
    await list.getByRole('option', { name: 'access:' }).click();
    assert.equal(await bar().inputValue(), 'access:');
    assert.ok(await bar().evaluate((input) => input === document.activeElement));
    await bar().fill('actor:p,  status:200');
    await bar().evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8));
    await pressIn(view, ['ArrowDown']);
    // Those for the end of the text may still be there.
    await list.getByRole('option', { name: /^sa-/ }).first().waitFor();
    await pressIn(view, ['ArrowUp', 'Enter']);
    assert.match(await bar().inputValue(), /^actor:p,\S+ {2}status:200$/);
    await view.page.getByRole('grid').focus();
    await list.waitFor({ state: 'detached' });
    await close();
  });

  it('does not suggest again on its own after suggestions on request, which would undo a move in the list', async () => {
    await open();
    const { clock } = view.page;
    await clock.install();
    await bar().fill('actor:p');
    await pressIn(view, ['ArrowDown']);
    const list = view.page.getByRole('listbox', { name: 'Suggestions' });
    await list.waitFor();
    await clock.fastForward(1_000);
    assert.deepEqual(host.called('complete'), [{ text: 'actor:p', offset: 7 }]);
    await close();
  });

  it('shows suggestions below both rows of the bar', async () => {
    for (const width of [676, 1024, 1400]) {
      await open({ width, height: 700 });
      await bar().focus();
      await pressIn(view, ['ArrowDown']);
      const list = await view.page.getByRole('listbox', { name: 'Suggestions' }).boundingBox();
      const rows = await view.page.locator('.audit-bar').boundingBox();
      assert.ok(list && rows && list.y >= rows.y + rows.height, `${width}: ${JSON.stringify([list, rows])}`);
      assert.ok(list.y + list.height <= 700);
      await view.picture(`audit-suggestions-${width}`);
      await close();
    }
  });

  it('is emptied by Escape, and left by Enter or a second Escape', async () => {
    await open();
    await bar().fill('card_number');
    await status(/filtered here to 60/);
    await pressIn(view, ['Escape']);
    await status(/filtered here to 300/);
    await pressIn(view, ['Escape']);
    assert.equal(await view.page.evaluate(() => document.activeElement?.getAttribute('role')), 'grid');
    await bar().focus();
    await pressIn(view, ['Enter']);
    assert.equal(await view.page.evaluate(() => document.activeElement?.getAttribute('role')), 'grid');
    await close();
  });

  it('keeps the keyboard on Enter while nothing matches, and sorts nothing', async () => {
    await open();
    await bar().fill('actor:maria');
    await status(/filtered here to 0/);
    await pressIn(view, ['Enter']);
    await view.page.locator('[aria-live]').filter({ hasText: 'No match' }).waitFor({ state: 'attached' });
    await pressIn(view, ['Enter']);
    assert.ok(await bar().evaluate((input) => input === document.activeElement));
    assert.deepEqual(host.called('sort'), []);
    await close();
  });

  for (const before of ['a header', 'an empty table'])
    it(`leads to the first row by Enter, whose details the next Enter opens, also after ${before}`, async () => {
      await open();
      const active = () => view.page.getByRole('grid').getAttribute('aria-activedescendant');
      if (before === 'an empty table') {
        await bar().fill('actor:maria');
        await status(/filtered here to 0/);
      }
      await view.page.getByRole('grid').focus();
      await pressIn(view, ['ArrowUp']);
      assert.equal(await active(), 'cell--1-0');
      await bar().fill('card_number');
      await status(/filtered here to 60/);
      await pressIn(view, ['Enter']);
      assert.equal(await active(), 'cell-0-0');
      await pressIn(view, ['Enter']);
      await view.page.getByRole('region', { name: 'Details' }).waitFor();
      assert.deepEqual(host.called('sort'), []);
      await close();
    });
});
