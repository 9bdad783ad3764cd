/** Conditions for the values of a question's terms, with the meaning that `createValueTest` gives them. */
import type { QueryValue, StatusComparison } from '../query/auditQuery.ts';
import { findNetworkBounds } from '../query/networks.ts';
import { isIntegerText, type ValueSql } from './fieldSql.ts';
import { allOf, anyOf, bind, bindText, isOneOf, type Sql, sql } from './sql.ts';

const comparisons: Readonly<Record<StatusComparison, Sql>> = {
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
};

/** An IPv4 address of four decimal numbers without leading zeros, which ClickHouse would accept. */
const IPV4 = sql`'^(?:(?:[1-9]|1[0-9]|2[0-4])?[0-9]|25[0-5])(?:[.](?:(?:[1-9]|1[0-9]|2[0-4])?[0-9]|25[0-5])){3}$'`;

const wellFormed = (text: string): string => text.toWellFormed();

/**
 * Returns a condition that is met if the value matches one of `values`. Texts are compared exactly; to ignore case, pass
 * folded values and a folded `text`.
 */
export function matchesSomeValue({ text, isAbsent }: ValueSql, values: readonly QueryValue[]): Sql {
  const texts = values.flatMap((value) => (value.kind === 'text' ? [wellFormed(value.text)] : []));
  const present = [
    ...(texts.length === 0 ? [] : [isOneOf(text, texts)]),
    ...values.flatMap((value) =>
      value.kind === 'text' || value.kind === 'absent' ? [] : [matchesPresentValue(text, value)],
    ),
  ];
  const absent = values.some(({ kind }) => kind === 'absent');
  const isPresentMatch = sql`(NOT ${isAbsent} AND ${anyOf(present)})`;
  return absent ? sql`(${isAbsent} OR ${isPresentMatch})` : isPresentMatch;
}

function matchesPresentValue(
  text: Sql,
  value: Exclude<QueryValue, { readonly kind: 'text' | 'absent' }>,
): Sql {
  switch (value.kind) {
    case 'pattern':
      // Compared with 1, so that ClickHouse does not join several LIKE to one search (`optimize_or_like_chain`), in which
      // the end of a pattern also matches before a line feed at the end of the text.
      return sql`(${text} LIKE ${bindText(likePattern(value.parts))}) = 1`;
    case 'status':
      return sql`(${isIntegerText(text)} AND toFloat64OrZero(toString(${text})) ${comparisons[value.comparison]} ${bind('Float64', value.code)})`;
    case 'statusClass':
      return sql`(${isIntegerText(text)} AND floor(toFloat64OrZero(toString(${text})) / 100) = ${bind('Float64', value.digit)})`;
    case 'network':
      return isInNetwork(text, value.cidr);
  }
}

/** Returns the pattern for LIKE in which only the places between the parts match any text. */
const likePattern = (parts: readonly string[]): string =>
  parts.map((part) => wellFormed(part).replaceAll(/[\\%_]/g, String.raw`\$&`)).join('%');

function isInNetwork(text: Sql, cidr: string): Sql {
  const { kind, first, last } = findNetworkBounds(cidr);
  // An IPv6 address may end in a zone, such as `%eth0`, and may contain an IPv4 address.
  const isIPv6 = allOf([
    sql`match(${text}, '^[^%]*:[^%]*(?:%[0-9a-zA-Z]+)?$')`,
    sql`(NOT match(${text}, '^[^%]*[.]') OR match(extract(toString(${text}), '([^:%]*)(?:%.*)?$'), ${IPV4}))`,
  ]);
  const isAddress = kind === 'ipv4' ? sql`(match(${text}, ${IPV4}) OR ${isIPv6})` : isIPv6;
  const address = sql`hex(ifNull(IPv6StringToNumOrNull(splitByChar('%', toString(${text}))[1]), toFixedString('', 16)))`;
  const isParsed = sql`isNotNull(IPv6StringToNumOrNull(splitByChar('%', toString(${text}))[1]))`;
  return allOf([
    isAddress,
    isParsed,
    sql`${address} >= ${bindText(first)}`,
    sql`${address} <= ${bindText(last)}`,
  ]);
}
