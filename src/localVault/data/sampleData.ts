/**
 * Seeded sample rows as text for COPY: plausible, but of no real person. Card numbers, for example, fail the Luhn
 * check.
 */
import { createRandom, type Random } from './random.ts';
import {
  BRANDS,
  BROWSERS,
  FIRST_NAMES,
  LAST_NAMES,
  PLACES,
  PURPOSES,
  STREETS,
  UNUSUAL_NAMES,
} from './sampleWords.ts';

type Cell = string | number | boolean | object | null;

function formatPostgresCopyLine(cells: readonly Cell[]): string {
  return `${cells.map(formatCopyCell).join('\t')}\n`;
}

function formatCopyCell(cell: Cell): string {
  if (cell === null) return '\\N';
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  // Control characters do not occur in the words; backslashes do.
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
}

const padWithZeros = (value: number, width = 2) => String(value).padStart(width, '0');
const createRandomDigits = (random: Random, count: number) =>
  padWithZeros(random.nextInt(0, 10 ** count - 1), count);
const createRandomDate = (random: Random, fromYear: number, toYear: number) =>
  `${random.nextInt(fromYear, toYear)}-${padWithZeros(random.nextInt(1, 12))}-${padWithZeros(random.nextInt(1, 28))}`;
const createRandomTimestamp = (random: Random) =>
  `${createRandomDate(random, 2019, 2025)} ${padWithZeros(random.nextInt(0, 23))}:${padWithZeros(random.nextInt(0, 59))}:${padWithZeros(random.nextInt(0, 59))}.${createRandomDigits(random, 6)}+00`;
const replaceWithNullByChance = <T>(random: Random, probability: number, value: T): T | null =>
  random.chance(probability) ? null : value;

function createPersonRow(random: Random, id: number): Cell[] {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const [state, city, zip] = random.pick(PLACES);
  const name = random.chance(0.03) ? random.pick(UNUSUAL_NAMES) : `${first} ${last}`;
  const address = {
    street: `${random.nextInt(1, 9999)} ${random.pick(STREETS)}`,
    city,
    zip: zip + createRandomDigits(random, 2),
    ...(random.chance(0.2) ? { unit: `#${random.nextInt(1, 40)}` } : {}),
    geo: {
      lat: random.nextInt(250_000, 480_000) / 10_000,
      lon: -random.nextInt(700_000, 1_240_000) / 10_000,
    },
  };
  return [
    id,
    name,
    replaceWithNullByChance(
      random,
      0.04,
      `${first}.${last}${id}@example.${random.pick(['com', 'org', 'net'])}`.toLowerCase(),
    ),
    replaceWithNullByChance(
      random,
      0.08,
      `+1-${random.nextInt(201, 989)}-555-01${createRandomDigits(random, 2)}`,
    ),
    replaceWithNullByChance(
      random,
      0.01,
      `9${createRandomDigits(random, 2)}-${createRandomDigits(random, 2)}-${createRandomDigits(random, 4)}`,
    ),
    replaceWithNullByChance(random, 0.03, createRandomDate(random, 1935, 2007)),
    replaceWithNullByChance(random, 0.01, state),
    replaceWithNullByChance(random, 0.02, city),
    replaceWithNullByChance(random, 0.12, (random.nextInt(1_200_000, 25_000_000) / 100).toFixed(2)),
    replaceWithNullByChance(random, 0.05, address),
    createRandomTimestamp(random),
  ];
}

function createInvalidCardNumber(random: Random, prefix: string, length: number): string {
  const body = prefix + createRandomDigits(random, length - prefix.length - 1);
  const check = computeLuhnDigit(body);
  return body + String((check + random.nextInt(1, 9)) % 10);
}

export function computeLuhnDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const digit = Number(body[body.length - 1 - i]);
    sum += i % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return (10 - (sum % 10)) % 10;
}

function createCardRow(random: Random, id: number, persons: number): Cell[] {
  const [brand, prefix, length] = random.pick(BRANDS);
  return [
    id,
    random.nextInt(1, persons),
    createInvalidCardNumber(random, prefix, length),
    `${String(random.nextInt(1, 12)).padStart(2, '0')}/${random.nextInt(26, 32)}`,
    replaceWithNullByChance(random, 0.1, createRandomDigits(random, brand === 'Delta' ? 4 : 3)),
    brand,
    replaceWithNullByChance(random, 0.05, `${random.nextInt(5, 500) * 100}.00`),
  ];
}

function createConsentRow(random: Random, id: number, persons: number): Cell[] {
  const granted = random.chance(0.7);
  const evidence = {
    channel: random.pick(['web', 'phone', 'paper', 'app']),
    client: { agent: random.pick(BROWSERS), ip: `198.51.100.${random.nextInt(1, 254)}` },
    documents: Array.from({ length: random.nextInt(0, 2) }, () => `form-${createRandomDigits(random, 4)}`),
  };
  return [
    id,
    random.nextInt(1, persons),
    random.pick(PURPOSES),
    granted,
    granted ? createRandomTimestamp(random) : null,
    // A whole number beyond 2^53, which JSON.stringify could not write exactly.
    replaceWithNullByChance(
      random,
      0.2,
      `{"sequence": 9${createRandomDigits(random, 15)}7,${JSON.stringify(evidence).slice(1)}`,
    ),
  ];
}

export function computeTableRowCounts(persons: number): Readonly<Record<string, number>> {
  const half = Math.ceil(persons / 2);
  return { persons, credit_cards: half, consents: half };
}

/**
 * Generates the rows of a table, as texts for COPY with at most `batch` rows each. The same arguments generate the same
 * rows.
 */
export function* generateCopyTexts(
  table: string,
  persons: number,
  seed: number,
  batch = 20_000,
): Generator<string> {
  const random = createRandom(seed, table);
  const make = { persons: createPersonRow, credit_cards: createCardRow, consents: createConsentRow }[table];
  const count = computeTableRowCounts(persons)[table];
  if (make === undefined || count === undefined) throw new RangeError(`no table ${table}`);
  let text = '';
  for (let id = 1; id <= count; id++) {
    text += formatPostgresCopyLine(make(random, id, persons));
    if (id % batch === 0 || id === count) {
      yield text;
      text = '';
    }
  }
}
