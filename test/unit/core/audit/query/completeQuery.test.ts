import assert from 'node:assert/strict';
import { getQuestionNameOfField } from '../../../../../src/core/audit/query/auditQuery.ts';
import { findCompletablePartAt } from '../../../../../src/core/audit/query/completeQuery.ts';

/** The part at the `|` of a text, as `name <part before the cursor> [replaced part]`. */
function partIn(marked: string): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const part = findCompletablePartAt(text, offset);
  if (!part) return undefined;
  const { name, from, to, typedBeforeCursor: typed } = part;
  const named =
    name?.kind === 'field'
      ? getQuestionNameOfField(name.field)
      : name?.kind === 'read'
        ? name.part
        : name?.kind;
  return `${named ?? '(name)'} <${typed}> [${text.slice(from, to)}]`;
}

const cases: Readonly<Record<string, string | undefined>> = {
  '|': '(name) <> []',
  'ac|': '(name) <ac> [ac]',
  '-ac|': '(name) <ac> [ac]',
  '-|': '(name) <> []',
  'word ac|tor': '(name) <ac> [actor]',
  'actor:|': 'actor <> []',
  'actor:a|nn status:200': 'actor <a> [ann]',
  '-actor:ann,b|': 'actor <b> [b]',
  'actor:a|nn,bob': 'actor <a> [ann]',
  'ACTOR:a|': 'actor <a> [a]',
  'context.actor:a|': 'actor <a> [a]',
  'actor:"Ada L|ovelace" me': 'actor <Ada L> ["Ada Lovelace"]',
  'actor:"Ada L| me': 'actor <Ada L> ["Ada L]',
  'actor:"a, b",c|': 'actor <c> [c]',
  '"a word" st|': '(name) <st> [st]',
  'column:c|': 'column <c> [c]',
  'last:|': 'last <> []',
  'acter:a|': undefined,
  '"some wo|': undefined,
  '"some" wo|': '(name) <wo> [wo]',
};

describe('the part of a question that is completed', () => {
  for (const [text, part] of Object.entries(cases))
    it(`is found in: ${text}`, () => assert.equal(partIn(text), part));
});
