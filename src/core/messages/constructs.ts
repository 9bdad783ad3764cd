/** What the dialect's constructs do, and the service's rule on them: for hovers and completion. */
import { findConstruct } from '../sql/dialect/constructs.ts';
import type { ColumnPolicy } from '../sql/dialect/schema.ts';
import { describes } from './constructTexts.ts';
import { type Sentence, say } from './sentence.ts';

export interface ConstructSentences {
  /** What it does, where there is something to say. */
  readonly does?: Sentence;
  /** Whether the service takes it (D1–D6). */
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
    ...(does === undefined ? {} : { does: say(does) }),
    rule: isLifted
      ? say('Your settings say that the vault accepts it.')
      : rule(name, isFunction, row?.verdict, row?.kind),
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
      return say(
        'It is not named among what the vault accepts, and not excluded either: the vault may refuse it.',
      );
    case 'write':
      return say('Not a read. The vault runs SELECT only: a statement with it is never sent.');
  }
  if (isFunction)
    return say('The vault has no function {0}: only AVG, SUM, COUNT, MIN, MAX and REDACTION.', name);
  if (kind === 'command') return say('The vault runs SELECT only: a statement with it is not sent.');
  return say('The vault does not support it: a statement with it is not sent.');
}

/** What the user's settings say of a column. */
export function policySentences(policy: ColumnPolicy): readonly Sentence[] {
  const sentences: Sentence[] = [];
  if (policy.transientTokenization === true) {
    sentences.push(say('Transient tokenization: the vault does not support it in WHERE or ON.'));
  }
  if (policy.columnLevelEncryption === false) {
    sentences.push(say('Column-level encryption is disabled: the vault does not support ? on it.'));
  }
  if (policy.columnLevelEncryption === true) {
    sentences.push(say('Column-level encryption is on: the vault supports ? on it.'));
  }
  if (policy.masked === true) sentences.push(say('Masked in the results view.'));
  return sentences;
}

/** A level of REDACTION. What the levels of a service mean it does not say (D10); these are the local vault's. */
export function levelSentence(level: string): Sentence {
  switch (level) {
    case 'DEFAULT':
      return say('The level that the column has of itself.');
    case 'REDACTED':
      return say('A mark in place of the value.');
    case 'MASKED':
      return say('The value with most of its characters hidden.');
    case 'PLAIN_TEXT':
      return say('The value itself.');
    default:
      return say(
        'Known redaction levels are DEFAULT, REDACTED, MASKED and PLAIN_TEXT; the vault may refuse this.',
      );
  }
}

export interface SignatureParameter {
  readonly label: string;
  readonly text: Sentence;
}
export interface Signature {
  readonly label: string;
  readonly parameters: readonly SignatureParameter[];
}

const column = (text: string): SignatureParameter => ({ label: 'column', text: say(text) });

/** The ways to call one of the six functions, by its name in upper case; empty for another. */
export function signatures(name: string): readonly Signature[] {
  const one = (text: string): Signature => ({ label: `${name}(column)`, parameters: [column(text)] });
  switch (name) {
    case 'COUNT':
      return [
        { label: 'COUNT(*)', parameters: [{ label: '*', text: say('All rows, whatever stands in them.') }] },
        one('Rows in which it is not NULL are counted.'),
      ];
    case 'AVG':
    case 'SUM':
      return [one('A column of numbers. NULL is left out.')];
    case 'MIN':
    case 'MAX':
      return [one('A column of numbers, text or times. NULL is left out.')];
    case 'REDACTION':
      return [
        {
          label: 'REDACTION(column, level)',
          parameters: [
            column('The column whose values come redacted.'),
            {
              label: 'level',
              text: say(
                'How they are redacted, as text. The service does not document its levels; the local vault has DEFAULT, REDACTED, MASKED and PLAIN_TEXT.',
              ),
            },
          ],
        },
        one('A column whose values come redacted as the vault sees fit.'),
      ];
    default:
      return [];
  }
}
