/**
 * Masks e-mail addresses in audit events. The actor of a user's event is an e-mail address (S14), and the same address
 * may recur elsewhere in the event.
 */
import { toAuditEvent } from '../../service/decode.ts';
import { isJsonObject, type JsonObject, type JsonValue, mapObject } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';
import { getEventJson } from '../feed/compactEvent.ts';
import { MASK } from './mask.ts';

const AT_SIGN =
  /[@＠]|%(?:25)*(?:40|EF%(?:25)*BC%(?:25)*A0)|\\u(?:0040|ff20)|&(?:amp;)*(?:#0*64|#x0*40|#0*65312|#x0*ff20|commat);/gi;
const HOST = /[\p{L}\p{N}.-]*/uy;
const LOCAL_PART_DELIMITER = /[\s\p{Cc}"<>()[\]{},;:=&?/\\|@＠]/u;
/**
 * Matches the local part of an address that is already masked. Masking it again would make it look like another
 * address.
 */
const MASKED_LOCAL_PART = new RegExp(`^.${MASK}$`, 'u');

export interface AddressMask {
  text(text: string): string;
  /**
   * Masks a value of the field `actor`. A value with an at sign after its beginning is masked as a single e-mail
   * address, even if it contains spaces or other delimiters. Unlike `text`, this also masks an address that is already
   * masked.
   */
  actor(actor: string): string;
  /** Returns the event with the e-mail addresses in it masked, both in its properties and in `raw`. */
  event(event: AuditEvent): AuditEvent;
  /** Returns the addresses that have a number, in the order of their numbers, without those in `known`. */
  listNumberedAddresses(known?: NumberedAddresses): NumberedAddresses;
  /**
   * Adds addresses that another mask has numbered. Returns false, and adds none, if their numbers do not continue the
   * numbers used here.
   */
  addNumberedAddresses(addresses: NumberedAddresses): boolean;
  forget(): void;
}

/**
 * Numbered addresses, grouped by how they look when masked. `look` is their first character and their host. `names` are
 * their local parts. The numbers of `names` are consecutive, starting with `after` + 1.
 */
export type NumberedAddresses = readonly {
  readonly look: string;
  readonly after: number;
  readonly names: readonly string[];
}[];

/**
 * Creates a mask. Different addresses that would look the same when masked are distinguished by numbers. An address
 * keeps its number until `forget` is called. Hosts are compared as written, so `x.com`, `X.com`, and `x.com.` count as
 * different.
 */
export function createAddressMask(): AddressMask {
  const lookalikes = new Map<string, Map<string, number>>();

  const masked = (local: string, at: string, host: string): string => {
    const first = [...local][0] ?? '';
    const others = lookalikes.get(`${first}@${host}`) ?? new Map<string, number>();
    lookalikes.set(`${first}@${host}`, others);
    const name = decodePercentEncoding(local);
    const number = others.get(name) ?? others.size + 1;
    others.set(name, number);
    return `${first}${MASK}${number > 1 ? `(${number})` : ''}${at}`;
  };
  const text = (whole: string): string => {
    let result = '';
    let done = 0;
    for (const { 0: at, index } of whole.matchAll(AT_SIGN)) {
      const from = localPartStart(whole, index, done);
      if (from === index || MASKED_LOCAL_PART.test(whole.slice(from, index))) continue;
      const end = new RegExp(HOST);
      end.lastIndex = index + at.length;
      const [host = ''] = end.exec(whole) ?? [];
      result += whole.slice(done, from) + masked(whole.slice(from, index), at, host);
      done = index + at.length;
    }
    return result + whole.slice(done);
  };
  const actor = (whole: string): string => {
    const at = lastAtSign(whole);
    if (at <= 0) return text(whole);
    return masked(whole.slice(0, at), whole.slice(at, at + 1), whole.slice(at + 1)) + whole.slice(at + 1);
  };
  return {
    text,
    actor,
    listNumberedAddresses(known = []) {
      const before = new Map(known.map(({ look, after, names }) => [look, after + names.length]));
      return [...lookalikes].flatMap(([look, names]) => {
        const after = before.get(look) ?? 0;
        return names.size > after ? [{ look, after, names: [...names.keys()].slice(after) }] : [];
      });
    },
    addNumberedAddresses(addresses) {
      if (addresses.some(({ look, after }) => (lookalikes.get(look)?.size ?? 0) !== after)) return false;
      for (const { look, after, names } of addresses) {
        const others = lookalikes.get(look) ?? new Map<string, number>();
        lookalikes.set(look, others);
        for (const [at, name] of names.entries()) others.set(name, after + at + 1);
      }
      return true;
    },
    forget: () => lookalikes.clear(),
    event(event) {
      if (getEventJson(event).search(AT_SIGN) < 0) return event;
      const own = event.context.actor ?? '';
      // An actor's name that contains delimiters of addresses is searched for as a whole; otherwise only a part of
      // it would be masked.
      const hasDelimiter = localPartStart(own, lastAtSign(own), 0) > 0;
      const forms = hasDelimiter ? [own, encodeURIComponent(own.toWellFormed())] : [];
      const rest = (part: string): string => text(part);
      const look = forms.reduce<(part: string) => string>(
        (next, form) => (part) => part.split(form).map(next).join(actor(own)),
        rest,
      );
      return toAuditEvent(mapJsonKeysAndStrings(event.raw, look));
    },
  };
}

const lastAtSign = (text: string): number => Math.max(text.lastIndexOf('@'), text.lastIndexOf('＠'));

function localPartStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from) {
    const [outer = '', before = ''] = [text[start - 2], text[start - 1]];
    // An apostrophe may be a part of a name, or begin a literal.
    const opens =
      before === "'" && start < at && (outer === '' || outer === "'" || LOCAL_PART_DELIMITER.test(outer));
    const ends = opens || LOCAL_PART_DELIMITER.test(before);
    if (ends) break;
    start--;
  }
  return text[at - 1] === '"' ? quotedLocalPartStart(text, at, from) : start;
}

function quotedLocalPartStart(text: string, at: number, from: number): number {
  const quote = text.lastIndexOf('"', at - 2);
  return quote >= from && at >= 2 ? quote : at;
}

function decodePercentEncoding(local: string): string {
  try {
    return decodeURIComponent(local);
  } catch {
    // An unencoded `%`: the text is compared as written.
    return local;
  }
}

function mapJsonKeysAndStrings(object: JsonObject, look: (text: string) => string): JsonObject {
  const value = (of: JsonValue): JsonValue => {
    if (typeof of === 'string') return look(of);
    if (Array.isArray(of)) return of.map(value);
    return isJsonObject(of) ? mapJsonKeysAndStrings(of, look) : of;
  };
  return mapObject(object, look, value);
}
