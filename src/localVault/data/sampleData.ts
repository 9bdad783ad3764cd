/**
 * Seeded sample rows as text for COPY: plausible, but of no real person. Social security numbers start with 9 (never
 * issued), card numbers fail the Luhn check, phone numbers are from the range for fiction, mail domains are examples.
 */
import { createRandom, type Random } from './random.ts';
import {
  BRANDS,
  BROWSERS,
  FIRST_NAMES,
  LAST_NAMES,
  ODD_NAMES,
  PLACES,
  PURPOSES,
  STREETS,
} from './sampleWords.ts';

type Cell = string | number | boolean | object | null;

/** Formats a row as one line of COPY's text format. */
function line(cells: readonly Cell[]): string {
  return `${cells.map(copyCell).join('\t')}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === null) return '\\N';
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  // Control characters do not occur in the words; backslashes do.
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0');
const digits = (random: Random, count: number) => pad(random.int(0, 10 ** count - 1), count);
const date = (random: Random, fromYear: number, toYear: number) =>
  `${random.int(fromYear, toYear)}-${pad(random.int(1, 12))}-${pad(random.int(1, 28))}`;
const instant = (random: Random) =>
  `${date(random, 2019, 2025)} ${pad(random.int(0, 23))}:${pad(random.int(0, 59))}:${pad(random.int(0, 59))}.${digits(random, 6)}+00`;
const maybe = <T>(random: Random, missing: number, value: T): T | null =>
  random.chance(missing) ? null : value;

function person(random: Random, id: number): Cell[] {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const [state, city, zip] = random.pick(PLACES);
  const name = random.chance(0.03) ? random.pick(ODD_NAMES) : `${first} ${last}`;
  const address = {
    street: `${random.int(1, 9999)} ${random.pick(STREETS)}`,
    city,
    zip: zip + digits(random, 2),
    ...(random.chance(0.2) ? { unit: `#${random.int(1, 40)}` } : {}),
    geo: { lat: random.int(250_000, 480_000) / 10_000, lon: -random.int(700_000, 1_240_000) / 10_000 },
  };
  return [
    id,
    name,
    maybe(random, 0.04, `${first}.${last}${id}@example.${random.pick(['com', 'org', 'net'])}`.toLowerCase()),
    maybe(random, 0.08, `+1-${random.int(201, 989)}-555-01${digits(random, 2)}`),
    maybe(random, 0.01, `9${digits(random, 2)}-${digits(random, 2)}-${digits(random, 4)}`),
    maybe(random, 0.03, date(random, 1935, 2007)),
    maybe(random, 0.01, state),
    maybe(random, 0.02, city),
    maybe(random, 0.12, (random.int(1_200_000, 25_000_000) / 100).toFixed(2)),
    maybe(random, 0.05, address),
    instant(random),
  ];
}

/** Returns a card number of `length` digits that fails the Luhn check. */
function cardNumber(random: Random, prefix: string, length: number): string {
  const body = prefix + digits(random, length - prefix.length - 1);
  const check = luhnDigit(body);
  return body + String((check + random.int(1, 9)) % 10);
}

/** Returns the check digit of the Luhn algorithm for the digits in `body`. */
export function luhnDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const digit = Number(body[body.length - 1 - i]);
    sum += i % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return (10 - (sum % 10)) % 10;
}

function card(random: Random, id: number, persons: number): Cell[] {
  const [brand, prefix, length] = random.pick(BRANDS);
  return [
    id,
    random.int(1, persons),
    cardNumber(random, prefix, length),
    `${String(random.int(1, 12)).padStart(2, '0')}/${random.int(26, 32)}`,
    maybe(random, 0.1, digits(random, brand === 'Delta' ? 4 : 3)),
    brand,
    maybe(random, 0.05, `${random.int(5, 500) * 100}.00`),
  ];
}

function consent(random: Random, id: number, persons: number): Cell[] {
  const granted = random.chance(0.7);
  const evidence = {
    channel: random.pick(['web', 'phone', 'paper', 'app']),
    client: { agent: random.pick(BROWSERS), ip: `198.51.100.${random.int(1, 254)}` },
    documents: Array.from({ length: random.int(0, 2) }, () => `form-${digits(random, 4)}`),
  };
  return [
    id,
    random.int(1, persons),
    random.pick(PURPOSES),
    granted,
    granted ? instant(random) : null,
    // A whole number beyond 2^53, which JSON.stringify could not write.
    maybe(random, 0.2, `{"sequence": 9${digits(random, 15)}7,${JSON.stringify(evidence).slice(1)}`),
  ];
}

/** Returns the number of rows of each table for a vault with `persons` persons. */
export function tableRows(persons: number): Readonly<Record<string, number>> {
  const half = Math.ceil(persons / 2);
  return { persons, credit_cards: half, consents: half };
}

/**
 * Generates the rows of a table, as texts for COPY with at most `batch` rows each. The same `seed` generates the same
 * rows. Throws a RangeError if there is no such table.
 */
export function* sampleRows(table: string, persons: number, seed: number, batch = 20_000): Generator<string> {
  const random = createRandom(seed, table);
  const make = { persons: person, credit_cards: card, consents: consent }[table];
  const count = tableRows(persons)[table];
  if (make === undefined || count === undefined) throw new RangeError(`no table ${table}`);
  let text = '';
  for (let id = 1; id <= count; id++) {
    text += line(make(random, id, persons));
    if (id % batch === 0 || id === count) {
      yield text;
      text = '';
    }
  }
}
