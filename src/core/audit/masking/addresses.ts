/**
 * E-mail addresses in audit events, masked wherever they occur. The actor of a user's event is one (S14), and the
 * same one comes back in parameters, paths, messages and answers.
 */
import { toAuditEvent } from '../../service/decode.ts';
import { changedObject, isJsonObject, type JsonObject, type JsonValue } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';
import { jsonOf } from '../feed/compactEvent.ts';
import { MASK } from './mask.ts';

/** As it is or in full width, in a query string once or more encoded, in JSON text, in HTML. */
const AT =
  /[@＠]|%(?:25)*(?:40|EF%(?:25)*BC%(?:25)*A0)|\\u(?:0040|ff20)|&(?:amp;)*(?:#0*64|#x0*40|#0*65312|#x0*ff20|commat);/gi;
const HOST = /[\p{L}\p{N}.-]*/uy;
/** Ends of an address on the left. What is between two of them may be more than the address: then more is masked. */
const BEFORE = /[\s\p{Cc}"<>()[\]{},;:=&?/\\|@＠]/u;
/** Of an address that is masked already: masked again it would seem to be another's. */
const MASKED = new RegExp(`^.${MASK}$`, 'u');

export interface AddressMask {
  /** `text` with each address in it masked: its first character and its host stay. */
  text(text: string): string;
  /** A value of the field `actor`: one address as a whole, whatever it contains. */
  actor(actor: string): string;
  /** The event with each address masked, in its typed parts and in what was received; the same event where it has none. */
  event(event: AuditEvent): AuditEvent;
  /** The addresses met, in the order of their numbers; of `known`, which were met before, those beyond. */
  met(known?: MetAddresses): MetAddresses;
  /** Takes in addresses that another mask met; false, and none is taken, where one has another's number here. */
  meet(addresses: MetAddresses): boolean;
  /** Lets go of the addresses met; numbering starts over. */
  forget(): void;
}

/** Local parts of addresses that look alike but for their numbers: the first one's is `after` + 1. */
export type MetAddresses = readonly {
  readonly look: string;
  readonly after: number;
  readonly names: readonly string[];
}[];

/**
 * Masks the same address always in the same way. Two that would look the same are told apart by a number, in the order in
 * which they were met.
 */
export function createAddressMask(): AddressMask {
  /** By what can be seen of them. */
  const alike = new Map<string, Map<string, number>>();

  const masked = (local: string, at: string, host: string): string => {
    const first = [...local][0] ?? '';
    const others = alike.get(`${first}@${host}`) ?? new Map<string, number>();
    alike.set(`${first}@${host}`, others);
    const name = decoded(local);
    const number = others.get(name) ?? others.size + 1;
    others.set(name, number);
    return `${first}${MASK}${number > 1 ? `(${number})` : ''}${at}`;
  };
  const text = (whole: string): string => {
    let result = '';
    let done = 0;
    for (const { 0: at, index } of whole.matchAll(AT)) {
      const from = startOf(whole, index, done);
      if (from === index || MASKED.test(whole.slice(from, index))) continue;
      const end = new RegExp(HOST);
      end.lastIndex = index + at.length;
      const [host = ''] = end.exec(whole) ?? [];
      result += whole.slice(done, from) + masked(whole.slice(from, index), at, host);
      done = index + at.length;
    }
    return result + whole.slice(done);
  };
  const actor = (whole: string): string => {
    const at = lastAt(whole);
    if (at <= 0) return text(whole);
    return masked(whole.slice(0, at), whole.slice(at, at + 1), whole.slice(at + 1)) + whole.slice(at + 1);
  };
  return {
    text,
    actor,
    met(known = []) {
      const before = new Map(known.map(({ look, after, names }) => [look, after + names.length]));
      return [...alike].flatMap(([look, names]) => {
        const after = before.get(look) ?? 0;
        return names.size > after ? [{ look, after, names: [...names.keys()].slice(after) }] : [];
      });
    },
    meet(addresses) {
      if (addresses.some(({ look, after }) => (alike.get(look)?.size ?? 0) !== after)) return false;
      for (const { look, after, names } of addresses) {
        const others = alike.get(look) ?? new Map<string, number>();
        alike.set(look, others);
        for (const [at, name] of names.entries()) others.set(name, after + at + 1);
      }
      return true;
    },
    forget: () => alike.clear(),
    event(event) {
      if (jsonOf(event).search(AT) < 0) return event;
      const own = event.context.actor ?? '';
      // A name of an odd form is looked for as it is: between what ends other addresses only a part of it would be masked.
      const isOdd = startOf(own, lastAt(own), 0) > 0;
      const forms = isOdd ? [own, encodeURIComponent(own.toWellFormed())] : [];
      const rest = (part: string): string => text(part);
      const look = forms.reduce<(part: string) => string>(
        (next, form) => (part) => part.split(form).map(next).join(actor(own)),
        rest,
      );
      return toAuditEvent(withStrings(event.raw, look));
    },
  };
}

const lastAt = (text: string): number => Math.max(text.lastIndexOf('@'), text.lastIndexOf('＠'));

/** Where the local part before `at` begins; `at` itself where there is none. */
function startOf(text: string, at: number, from: number): number {
  let start = at;
  while (start > from) {
    const [outer = '', before = ''] = [text[start - 2], text[start - 1]];
    // An apostrophe may be a part of a name, or begin a literal.
    const opens = before === "'" && start < at && (outer === '' || outer === "'" || BEFORE.test(outer));
    const ends = opens || BEFORE.test(before);
    if (ends) break;
    start--;
  }
  return text[at - 1] === '"' ? quotedFrom(text, at, from) : start;
}

/** `"any text"@host` is an address too. */
function quotedFrom(text: string, at: number, from: number): number {
  const quote = text.lastIndexOf('"', at - 2);
  return quote >= from && at >= 2 ? quote : at;
}

function decoded(local: string): string {
  try {
    return decodeURIComponent(local);
  } catch {
    // A `%` of its own: it is compared as it is.
    return local;
  }
}

function withStrings(object: JsonObject, look: (text: string) => string): JsonObject {
  const value = (of: JsonValue): JsonValue => {
    if (typeof of === 'string') return look(of);
    if (Array.isArray(of)) return of.map(value);
    return isJsonObject(of) ? withStrings(of, look) : of;
  };
  return changedObject(object, look, value);
}
