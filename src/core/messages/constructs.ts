import { findConstruct } from '../sql/dialect/constructs.ts';
import type { ColumnPolicy } from '../sql/dialect/schema.ts';
import type { ServiceDialect } from '../sql/lint/options.ts';
import { constructDescriptions } from './constructTexts.ts';
import { type Sentence, say } from './sentence.ts';

interface ConstructSentences {
  readonly description?: Sentence;
  readonly rule: Sentence;
  /**
   * False if the vault supports the construct, the user's settings allow it, or a check of the service found that the
   * service accepts it. True otherwise, even if the construct is only undocumented.
   */
  readonly mayBeRejected: boolean;
}

/**
 * Returns the help texts for the construct `name`. `allowed` is true if the setting `vaultsql.dialect.allow` lists it;
 * this has no effect on a construct that is supported or that the setting can't allow. `service` is what a check of the
 * service found out about undocumented constructs; undefined if that is not known.
 */
export function constructSentences(
  name: string,
  isFunction: boolean,
  allowed = false,
  service?: ServiceDialect,
): ConstructSentences {
  const found = findConstruct(name);
  const row = found && (found.kind === 'function') === isFunction ? found : undefined;
  const key = row ? name : isFunction ? `${name}()` : '';
  const description = Object.hasOwn(constructDescriptions, key) ? constructDescriptions[key] : undefined;
  const isAllowed = allowed && row?.verdict !== 'supported' && row?.canBeAllowed !== false;
  const checked =
    row?.verdict === 'undocumented' && service ? checkedVerdictSentence(name, service) : undefined;
  return {
    ...(description && { description }),
    rule: isAllowed
      ? say('Your settings allow it.')
      : (checked?.rule ?? verdictSentence(name, isFunction, row?.verdict, row?.kind)),
    mayBeRejected: !isAllowed && !checked?.isAccepted && row?.verdict !== 'supported',
  };
}

function checkedVerdictSentence(
  name: string,
  { acceptedConstructs, refusedConstructs }: ServiceDialect,
): { readonly rule: Sentence; readonly isAccepted: boolean } | undefined {
  if (acceptedConstructs.includes(name))
    return { rule: say('The service accepted it when it was checked.'), isAccepted: true };
  if (refusedConstructs.includes(name))
    return { rule: say('The service rejected it when it was checked.'), isAccepted: false };
  return undefined;
}

function verdictSentence(
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

/**
 * Returns sentences on what a column's policy means for queries and for the display; empty if it means nothing for
 * them.
 */
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

/**
 * Returns the description of a REDACTION level, or a warning if the level is unknown. `level` is in upper case. The
 * service does not document its levels (D10), so the known levels are those of the local vault.
 */
export function redactionLevelSentence(level: string): Sentence {
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

const createColumnParameter = (text: Sentence): SignatureParameter => ({ label: 'column', text });

/**
 * Returns the signatures of the function `name`, which is in upper case. Empty if the vault does not support a function
 * of this name.
 */
export function getSignatures(name: string): readonly Signature[] {
  const createColumnSignature = (text: Sentence): Signature => ({
    label: `${name}(column)`,
    parameters: [createColumnParameter(text)],
  });
  switch (name) {
    case 'COUNT':
      return [
        { label: 'COUNT(*)', parameters: [{ label: '*', text: say('All rows, NULL included.') }] },
        createColumnSignature(say('Counts rows in which it is not NULL.')),
      ];
    case 'AVG':
    case 'SUM':
      return [createColumnSignature(say('A column of numbers. NULL is ignored.'))];
    case 'MIN':
    case 'MAX':
      return [createColumnSignature(say('A column of numbers, text, or times. NULL is ignored.'))];
    case 'REDACTION':
      return [
        {
          label: 'REDACTION(column, level)',
          parameters: [
            createColumnParameter(say('The column to redact.')),
            {
              label: 'level',
              text: say(
                'The redaction level, as text. The service does not document its levels; the local vault has DEFAULT, REDACTED, MASKED, and PLAIN_TEXT.',
              ),
            },
          ],
        },
        createColumnSignature(say('The column to redact at its default level.')),
      ];
    default:
      return [];
  }
}
