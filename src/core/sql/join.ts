/** The words of a join. */
import type { Reader } from './reader.ts';

/** Whether a join begins at the current token. */
export function isJoinWord(reader: Reader): boolean {
  switch (reader.token.word) {
    case 'JOIN':
    case 'INNER':
    case 'LEFT':
    case 'RIGHT':
    case 'FULL':
    case 'CROSS':
    case 'NATURAL':
      return true;
    case 'OUTER':
      return reader.peek(1).word === 'APPLY';
    case 'SEMI':
    case 'ANTI':
    case 'ASOF':
      return reader.peek(1).word === 'JOIN';
    case 'STRAIGHT_JOIN':
      return reader.peek(1).kind === 'word' || reader.peek(1).kind === 'quoted';
    default:
      return false;
  }
}

/** Takes the words of a join; true where a condition must follow the joined table. */
export function readJoin(reader: Reader): boolean {
  const first = reader.token;
  const { word } = first;
  if (word === 'STRAIGHT_JOIN') {
    reader.flag(word, first, first, 'foreign');
    reader.next();
    return false;
  }
  if ((word === 'CROSS' || word === 'OUTER') && reader.peek(1).word === 'APPLY') {
    reader.flag('APPLY', first, reader.peek(1), 'foreign');
    reader.next();
    reader.next();
    return false;
  }
  let condition = true;
  if (word === 'NATURAL' || word === 'CROSS') {
    // Like NOT IN, only the word that is not in the dialect: JOIN is.
    reader.flag(word, first);
    reader.next();
    condition = false;
  }
  if (word !== 'CROSS') {
    const side = reader.token.word;
    if (side === 'LEFT' || side === 'RIGHT' || side === 'FULL') {
      reader.next();
      reader.accept('OUTER');
    } else if (side === 'INNER') reader.next();
    const { token } = reader;
    if (token.word === 'SEMI' || token.word === 'ANTI' || token.word === 'ASOF') {
      reader.flag(token.word, token, token, 'foreign');
      reader.next();
    }
  }
  if (!reader.accept('JOIN')) reader.unexpected('missing-join');
  return condition;
}
