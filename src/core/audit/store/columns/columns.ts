import type { AuditEvent } from '../../../service/types.ts';
import { type AuditField, auditFields, type FieldID, fieldText } from '../../table/fields.ts';
import type { TimeRange } from '../../table/filter.ts';
import { Codes } from './codes.ts';
import { SortedRows } from './sortedRows.ts';
import { TextColumn, TextDictionary } from './textColumn.ts';
import { hashText, TextIndex } from './textIndex.ts';
import { TimeColumn } from './timeColumn.ts';
import type { Utf8 } from './utf8.ts';

export interface CodedField {
  readonly field: AuditField;
  readonly codes: Codes;
  /**
   * For a field that is a list: for each code, the entries of the first event with that value. Empty for other fields.
   */
  readonly entries: (readonly string[])[];
}

const fieldsOfFewValues = auditFields.filter(({ values }) => values === 'few');
const fieldsOfManyValues = auditFields.filter(({ values }) => values === 'many');

/** The columns of one listing. Rows are numbered from 0 in the order in which events were added. */
export class Columns {
  readonly coded: ReadonlyMap<FieldID, CodedField>;
  readonly texts: ReadonlyMap<FieldID, TextColumn | TextDictionary>;
  readonly content: TextDictionary;
  readonly times: TimeColumn;
  readonly order: SortedRows;
  readonly #changeIDs: TextColumn;
  readonly #byChangeID = new TextIndex();
  readonly #columns: readonly {
    readonly field: AuditField;
    readonly add: (value: string | undefined) => void;
  }[];
  readonly #coded: readonly CodedField[];
  #size = 0;

  constructor(tools: Utf8) {
    this.content = new TextDictionary(tools);
    this.#changeIDs = new TextColumn(tools);
    const time = new TextColumn(tools);
    const own: Partial<Record<FieldID, TextColumn | TextDictionary>> = {
      content: this.content,
      changeID: this.#changeIDs,
      time,
    };
    this.coded = new Map(
      fieldsOfFewValues.map((field) => [field.id, { field, codes: new Codes(), entries: [] }]),
    );
    this.#coded = [...this.coded.values()];
    this.texts = new Map(fieldsOfManyValues.map(({ id }) => [id, own[id] ?? new TextColumn(tools)]));
    this.times = new TimeColumn(time);
    this.order = new SortedRows((a, b) => this.times.compare(a, b) || this.#compareIDs(a, b));
    this.#columns = fieldsOfManyValues.map((field) => {
      const column = this.texts.get(field.id);
      return { field, add: (value) => column?.add(value) };
    });
  }

  get size(): number {
    return this.#size;
  }
  add(event: AuditEvent): void {
    for (const { field, codes, entries: parts } of this.#coded) {
      const number = codes.add(fieldText(field, event));
      if (field.each) parts[number] ??= field.each(event) ?? [];
    }
    for (const { field, add } of this.#columns) {
      const value = fieldText(field, event);
      if (field.id === 'time') this.times.add(value);
      add(value);
    }
    this.#size++;
  }
  /** Registers the change ID of the next row. Returns false, and changes nothing, if the ID is already registered. */
  registerChangeID(changeID: string): boolean {
    const hash = hashText(changeID);
    const known = this.#byChangeID.findNumberByHash(hash, (row) => this.#changeIDs.at(row) === changeID);
    if (known === undefined) this.#byChangeID.addHashedNumber(hash, this.#size);
    return known === undefined;
  }
  findRowByChangeID(changeID: string): number | undefined {
    return this.#byChangeID.findNumberByHash(
      hashText(changeID),
      (row) => this.#changeIDs.at(row) === changeID,
    );
  }
  /**
   * Returns all rows, newest first. With `range`, returns the rows within the time range and possibly some just outside
   * it.
   */
  listRowsNewestFirst(range?: TimeRange): Uint32Array {
    const rows = this.order.rowsUpTo(this.#size);
    return range ? this.times.sliceCoveringRange(rows, range) : rows;
  }
  hasValuesOf(row: number, event: AuditEvent): boolean {
    return auditFields.every((field) => this.value(row, field.id) === fieldText(field, event));
  }
  value(row: number, id: FieldID): string | undefined {
    return this.coded.has(id) ? this.codedValue(row, id) : this.texts.get(id)?.at(row);
  }
  changeID(row: number): string | undefined {
    return this.#changeIDs.at(row);
  }
  time(row: number): string | undefined {
    return this.texts.get('time')?.at(row);
  }
  /**
   * Returns the value of a coded field; undefined if the row's event does not have it, or if the field is not stored as
   * codes.
   */
  codedValue(row: number, id: FieldID): string | undefined {
    const codes = this.coded.get(id)?.codes;
    return codes?.values[codes.numbers[row] ?? 0];
  }

  #compareIDs(a: number, b: number): number {
    const [left, right] = [this.#changeIDs.at(a) ?? '', this.#changeIDs.at(b) ?? ''];
    return left === right ? 0 : left > right ? -1 : 1;
  }
}
