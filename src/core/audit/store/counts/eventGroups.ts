import type { FieldID } from '../../table/fields.ts';
import { groupValueOf } from '../../table/grouping.ts';
import { classifyOutcome } from '../../table/outcome.ts';
import { CodeList, type CodeNumbers } from '../columns/codes.ts';
import type { Columns } from '../columns/columns.ts';
import { hashText, TextIndex } from '../columns/textIndex.ts';

export interface EventGroup {
  /** The value that the events share; undefined for the group of events whose value is absent, `''`, or `{}`. */
  readonly value: string | undefined;
  readonly numbers: Uint32Array;
  readonly failed: number;
}

/**
 * `numbers` contains the number of each row's group value, at the row's index; 0 means that the value is absent, `''`,
 * or `{}`. All numbers are less than `values`.
 */
interface GroupNumbers {
  readonly numbers: CodeNumbers;
  readonly values: number;
}

export class EventGroups {
  readonly #columns: Columns;
  readonly #field: FieldID;
  readonly #rows: Uint32Array;
  readonly #starts: Uint32Array;

  /**
   * Groups rows by their number in `names`. Groups are in the order of their first row in `rows`. Within a group, the
   * rows keep their order.
   */
  constructor(columns: Columns, names: GroupNumbers, field: FieldID, rows: Uint32Array) {
    this.#columns = columns;
    this.#field = field;
    const { numbers, values } = names;
    const groupOf = new Uint32Array(values);
    const sizes: number[] = [];
    for (const row of rows) {
      const number = numbers[row] ?? 0;
      if (groupOf[number] === 0) groupOf[number] = sizes.push(0);
      const group = (groupOf[number] ?? 1) - 1;
      sizes[group] = (sizes[group] ?? 0) + 1;
    }
    this.#starts = new Uint32Array(sizes.length + 1);
    for (const [group, size] of sizes.entries()) this.#starts[group + 1] = (this.#starts[group] ?? 0) + size;
    const next = this.#starts.slice();
    this.#rows = new Uint32Array(rows.length);
    for (const row of rows) {
      const group = (groupOf[numbers[row] ?? 0] ?? 1) - 1;
      const at = next[group] ?? 0;
      this.#rows[at] = row;
      next[group] = at + 1;
    }
  }

  get count(): number {
    return this.#starts.length - 1;
  }
  listFirstRowOfEachGroup(): Uint32Array {
    return Uint32Array.from(this.#starts.subarray(0, this.count), (start) => this.#rows[start] ?? 0);
  }
  createGroupsInRange(from: number, to: number): EventGroup[] {
    const codes = this.#columns.coded.get('code')?.codes;
    const hasFailed = Uint8Array.from(codes?.values ?? [], (code) =>
      Number(classifyOutcome(code) === 'failed'),
    );
    const length = Math.max(0, Math.min(to, this.count) - from);
    return Array.from({ length }, (_, at) => {
      const [start = 0, end = 0] = this.#starts.subarray(from + at, from + at + 2);
      const numbers = this.#rows.slice(start, end);
      let failed = 0;
      for (const row of numbers) failed += hasFailed[codes?.numbers[row] ?? 0] ?? 0;
      return { value: getGroupValueOfRow(this.#columns, this.#field, numbers[0] ?? 0), numbers, failed };
    });
  }
}

function getGroupValueOfRow({ coded, texts }: Columns, field: FieldID, row: number): string | undefined {
  const codes = coded.get(field)?.codes;
  const value = codes ? codes.values[codes.numbers[row] ?? 0] : texts.get(field)?.at(row);
  return groupValueOf(value);
}

export class GroupNumbering {
  readonly #columns: Columns;
  readonly #field: FieldID;
  readonly #index = new TextIndex();
  readonly #numbers = new CodeList();
  readonly #samples: number[] = [];

  constructor(columns: Columns, field: FieldID) {
    this.#columns = columns;
    this.#field = field;
  }

  getGroupNumbers(): GroupNumbers {
    const codes = this.#columns.coded.get(this.#field)?.codes;
    if (codes) return mergeAbsentGroupNumbers(codes.values, codes.numbers);
    for (let row = this.#numbers.all.length; row < this.#columns.size; row++)
      this.#numbers.add(this.#getOrAddGroupNumber(row));
    return { numbers: this.#numbers.all, values: this.#samples.length + 1 };
  }
  #getOrAddGroupNumber(row: number): number {
    const name = getGroupValueOfRow(this.#columns, this.#field, row);
    if (name === undefined) return 0;
    const hash = hashText(name);
    const isSame = (number: number): boolean =>
      getGroupValueOfRow(this.#columns, this.#field, this.#samples[number - 1] ?? 0) === name;
    const known = this.#index.findNumberByHash(hash, isSame);
    if (known !== undefined) return known;
    const number = this.#samples.push(row);
    this.#index.addHashedNumber(hash, number);
    return number;
  }
}

function mergeAbsentGroupNumbers(
  values: readonly (string | undefined)[],
  numbers: CodeNumbers,
): GroupNumbers {
  const none = values.flatMap((value, number) =>
    number > 0 && groupValueOf(value) === undefined ? [number] : [],
  );
  const all = none.length === 0 ? numbers : numbers.map((number) => (none.includes(number) ? 0 : number));
  return { numbers: all, values: values.length };
}
