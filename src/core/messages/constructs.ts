/** What the dialect's constructs do, and the service's rule on them: for hovers and completion. */
import { findConstruct } from '../sql/dialect/constructs.ts';
import type { ColumnPolicy } from '../sql/dialect/schema.ts';
import { describes } from './constructTexts.ts';
import { type Sentence, say } from './sentence.ts';

interface ConstructSentences {
  /** What it does, where there is something to say. */
  readonly does?: Sentence;
  /** Whether the service accepts it (D1–D6). */
  readonly rule: Sentence;
  /** Whether it is marked wherever it is used: it is neither supported nor allowed by the settings. */
  readonly isRefused: boolean;
}

/**
 * Sentences on a construct by its name in the dialect table, or on a function that is not in it; `allowed` where the
 * user's settings (`vaultsql.dialect.allow`) name it.
 */
export function constructSentences(name: string, isFunction: boolean, allowed = false): ConstructSentences {
  const found = findConstruct(name);
  const row = found && (found.kind === 'function') === isFunction ? found : undefined;
  const key = row ? name : isFunction ? `${name}()` : '';
  const does = Object.hasOwn(describes, key) ? describes[key] : undefined;
  const isLifted = allowed && row?.verdict !== 'supported' && row?.liftable !== false;
  return {
    ...(does && { does }),
    rule: isLifted ? say('Your settings allow it.') : rule(name, isFunction, row?.verdict, row?.kind),
    isRefused: !isLifted && row?.verdict !== 'supported',
  };
}

function rule(
  name: string,
  isFunction: boolean,
  verdict: string | undefined,
  kind: string | undefined,
): Sentence {
  switch (verdict) {
    case 'supported':
      return say('The vault supports it.');
    case 'undocumented':
      return say('It is undocumented; the vault may reject it.');
    case 'write':
      return say('Not read-only. A statement with it is never sent.');
  }
  if (isFunction)
    return say('Function {0} is not supported. Use AVG, SUM, COUNT, MIN, MAX, or REDACTION.', name);
  if (kind === 'command') return say('The vault runs only SELECT. A statement with it is not sent.');
  return say('Not supported. A statement with it is not sent.');
}

/** What the user's settings say of a column. */
export function policySentences(policy: ColumnPolicy): readonly Sentence[] {
  const sentences: Sentence[] = [];
  if (policy.transientTokenization === true) {
    sentences.push(say('Transient tokenization: not supported in WHERE or ON.'));
  }
  if (policy.columnLevelEncryption === false) {
    sentences.push(say('Column-level encryption is disabled: ? is not supported.'));
  }
  if (policy.columnLevelEncryption === true) {
    sentences.push(say('Column-level encryption is on: ? is supported.'));
  }
  if (policy.masked === true) sentences.push(say('Masked in the results view.'));
  return sentences;
}

/** A level of REDACTION. The service does not document the levels (D10); these are the local vault's. */
export function levelSentence(level: string): Sentence {
  switch (level) {
    case 'DEFAULT':
      return say('The default level of the column.');
    case 'REDACTED':
      return say('A placeholder instead of the value.');
    case 'MASKED':
      return say('The value with most characters hidden.');
    case 'PLAIN_TEXT':
      return say('The value itself.');
    default:
      return say(
        'Unknown redaction level; the vault may reject it. Use DEFAULT, REDACTED, MASKED, or PLAIN_TEXT.',
      );
  }
}

interface SignatureParameter {
  readonly label: string;
  readonly text: Sentence;
}
interface Signature {
  readonly label: string;
  readonly parameters: readonly SignatureParameter[];
}

const column = (text: Sentence): SignatureParameter => ({ label: 'column', text });

/** The ways to call one of the six functions, by its name in upper case; empty for another. */
export function signatures(name: string): readonly Signature[] {
  const one = (text: Sentence): Signature => ({ label: `${name}(column)`, parameters: [column(text)] });
  switch (name) {
    case 'COUNT':
      return [
        { label: 'COUNT(*)', parameters: [{ label: '*', text: say('All rows, NULL included.') }] },
        one(say('Counts rows in which it is not NULL.')),
      ];
    case 'AVG':
    case 'SUM':
      return [one(say('A column of numbers. NULL is ignored.'))];
    case 'MIN':
    case 'MAX':
      return [one(say('A column of numbers, text, or times. NULL is ignored.'))];
    case 'REDACTION':
      return [
        {
          label: 'REDACTION(column, level)',
          parameters: [
            column(say('The column to redact.')),
            {
              label: 'level',
              text: say(
                'The redaction level, as text. The service does not document its levels; the local vault has DEFAULT, REDACTED, MASKED, and PLAIN_TEXT.',
              ),
            },
          ],
        },
        one(say('The column to redact at its default level.')),
      ];
    default:
      return [];
  }
}
