/** Tests that begin with IS. Of these only IS NULL and IS NOT NULL are in the dialect. */
import type { Reader } from './reader.ts';

/** At IS: takes the whole test. After `IS DISTINCT FROM` an operand follows. */
export function readIs(reader: Reader): void {
  const first = reader.token;
  reader.next();
  const not = reader.accept('NOT') ? 'NOT ' : '';
  if (reader.accept('NULL')) return;
  const name = readTest(reader);
  if (name === undefined) reader.unexpected();
  else reader.flag(`IS ${not}${name}`, first, reader.previous);
}

/** The name of the test at the current token, which is taken; undefined at a token that cannot go on with it. */
function readTest(reader: Reader): string | undefined {
  const { word } = reader.token;
  switch (word) {
    case 'TRUE':
    case 'FALSE':
    case 'UNKNOWN':
    case 'DOCUMENT':
    case 'NORMALIZED':
      reader.next();
      return word;
    case 'NFC':
    case 'NFD':
    case 'NFKC':
    case 'NFKD':
      reader.next();
      return reader.accept('NORMALIZED') ? 'NORMALIZED' : undefined;
    case 'JSON':
      reader.next();
      for (const kind of ['VALUE', 'ARRAY', 'OBJECT', 'SCALAR']) if (reader.accept(kind)) break;
      if (reader.accept('WITH') || reader.accept('WITHOUT')) {
        reader.accept('UNIQUE');
        reader.accept('KEYS');
      }
      return word;
    case 'DISTINCT':
      reader.next();
      return reader.accept('FROM') ? 'DISTINCT FROM' : undefined;
    default:
      return undefined;
  }
}
