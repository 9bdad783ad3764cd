/** What is wrong with `.vaultsql/schema.json`, and what becomes of it. */
import type { SchemaProblem, SchemaShape } from '../schema/schemaFile.ts';
import { oneLine } from './oneLine.ts';
import { type Sentence, say } from './sentence.ts';

const SHAPES: Readonly<Record<SchemaShape, (path: string) => Sentence>> = {
  object: (path) => say('{0} must be an object. It is not applied.', path),
  text: (path) => say('{0} must be text. It is not applied.', path),
  boolean: (path) => say('{0} must be true or false. It is not applied.', path),
};

/** One sentence. A name in it is the file's own. */
export function schemaProblemSentence(problem: SchemaProblem): Sentence {
  if (problem.kind === 'syntax') return say('This is no JSON from here on. Nothing of the file is applied.');
  const path = oneLine(problem.path.join('.')) || 'schema.json';
  switch (problem.kind) {
    case 'shape':
      return SHAPES[problem.expected](path);
    case 'unknown':
      return say('{0} is unknown. It is not applied.', path);
    case 'lifts':
      return say('{0} is not applied: a workspace can add protection, not remove it.', path);
  }
}
