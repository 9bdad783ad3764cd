import assert from 'node:assert/strict';
import { printQuery } from '../../../../src/core/audit/query/printQuery.ts';
import {
  editableText,
  printMaskedQuestion,
  restoreDisplayedValues,
} from '../../../../src/extension/audit/questionText.ts';
import { filtersOf } from '../../core/audit/questions.ts';

describe('the text of a question whose values are masked', () => {
  const masking = { maskValue: (name: string, text: string) => (name === 'actor' ? '•••' : text) };
  const displayed = filtersOf('actor:ann,bob -actor:eve ann ip:10.0.0.1').question;

  it('has masks in place of the values, and in an input the texts that are searched for as typed', () => {
    assert.equal(editableText(displayed, masking), 'actor:•••,••• -actor:••• ann ip:10.0.0.1');
    const all = { maskValue: () => '•••' };
    assert.equal(printMaskedQuestion(displayed, all), 'actor:•••,••• -actor:••• ••• ip:•••');
  });

  it('has the values again where a user edits another part of it', () => {
    const typed = filtersOf('-actor:••• ip:10.0.0.2 actor:•••,••• actor:zoe').question;
    const question = restoreDisplayedValues(typed, displayed, masking);
    assert.equal(printQuery(question), '-actor:eve ip:10.0.0.2 actor:ann,bob actor:zoe');
  });

  it('means each masked term once', () => {
    const twice = filtersOf('actor:a actor:b').question;
    const typed = filtersOf('actor:••• actor:••• actor:•••').question;
    assert.equal(printQuery(restoreDisplayedValues(typed, twice, masking)), 'actor:a actor:b actor:•••');
  });
});
