import type { SchemaProblem, SchemaShape } from '../schema/schemaFile.ts';
import { oneLine } from './oneLine.ts';
import { appendSentence, type Sentence, say } from './sentence.ts';

const shapeSentences: Readonly<Record<SchemaShape, (path: string) => Sentence>> = {
  object: (path) => say('{0} must be an object.', path),
  text: (path) => say('{0} must be text.', path),
  boolean: (path) => say('{0} must be true or false.', path),
};

/**
 * Returns the sentence on what applies while the schema file can't be read. `isEarlierRead` is true if an earlier
 * version of the file was read.
 */
export const describeWhatStillApplies = (isEarlierRead: boolean): Sentence =>
  isEarlierRead ? say('The earlier version still applies.') : say('Nothing of the file is applied.');

/**
 * Returns what is wrong in the schema file, and what follows: the part is not applied, or what was read earlier still
 * applies.
 */
export function schemaProblemSentence(problem: SchemaProblem): Sentence {
  const { earlierPoliciesApply = false } = problem;
  if (problem.kind === 'syntax')
    return appendSentence(
      say('This is not JSON from here on.'),
      describeWhatStillApplies(earlierPoliciesApply),
    );
  const path = oneLine(problem.path.join('.')) || 'schema.json';
  const earlierPoliciesSentence = say('The policies read earlier still apply.');
  const outcome = earlierPoliciesApply ? earlierPoliciesSentence : say('It is not applied.');
  switch (problem.kind) {
    case 'shape':
      return appendSentence(shapeSentences[problem.expected](path), outcome);
    case 'unknown':
      return appendSentence(say('{0} is unknown.', path), outcome);
    case 'removesPolicy': {
      const lifts = say('{0} is not applied: a workspace can add protection, not remove it.', path);
      return earlierPoliciesApply ? appendSentence(lifts, earlierPoliciesSentence) : lifts;
    }
  }
}
