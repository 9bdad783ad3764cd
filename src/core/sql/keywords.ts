/**
 * The keywords of PostgreSQL 18 in their four grammar categories (its appendix “SQL Key Words”). The category
 * decides where an unquoted word may be a name; without it `SELECT date FROM t` would be a false alarm and
 * `SELECT * FROM order` would pass. A `!` marks a word that cannot be a column alias without AS.
 * A test reads every word with PostgreSQL's own scanner and parser.
 */

/** Names of anything. */
const unreserved =
  'abort absent absolute access action add admin after aggregate also alter always asensitive assertion assignment at atomic attach attribute backward before begin breadth by cache call called cascade cascaded catalog chain characteristics checkpoint class close cluster columns comment comments commit committed compression conditional configuration conflict connection constraints content continue conversion copy cost csv cube current cursor cycle data database day! deallocate declare defaults deferred definer delete delimiter delimiters depends depth detach dictionary disable discard document domain double drop each empty enable encoding encrypted enforced enum error escape event exclude excluding exclusive execute explain expression extension external family filter! finalize first following force format forward function functions generated global granted groups handler header hold hour! identity if immediate immutable implicit import include including increment indent index indexes inherit inherits inline input insensitive insert instead invoker isolation keep key keys label language large last leakproof level listen load local location lock locked logged mapping match matched materialized maxvalue merge method minute! minvalue mode month! move name names nested new next nfc nfd nfkc nfkd no normalized nothing notify nowait nulls object objects of off oids old omit operator option options ordinality others over! overriding owned owner parallel parameter parser partial partition passing password path period plan plans policy preceding prepare prepared preserve prior privileges procedural procedure procedures program publication quote quotes range read reassign recursive ref referencing refresh reindex relative release rename repeatable replace replica reset restart restrict return returns revoke role rollback rollup routine routines rows rule savepoint scalar schema schemas scroll search second! security sequence sequences serializable server session set sets share show simple skip snapshot source sql stable standalone start statement statistics stdin stdout storage stored strict string strip subscription support sysid system tables tablespace target temp template temporary text ties transaction transform trigger truncate trusted type types uescape unbounded uncommitted unconditional unencrypted unknown unlisten unlogged until update vacuum valid validate validator value varying! version view views virtual volatile whitespace within! without! work wrapper write xml year! yes zone';

/** Names of columns, tables and aliases, but not of functions. */
const columnName =
  'between bigint bit boolean char! character! coalesce dec decimal exists extract float greatest grouping inout int integer interval json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize json_table json_value least merge_action national nchar none normalize nullif numeric out overlay position precision! real row setof smallint substring time timestamp treat trim values varchar xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable';

/** Names of functions and types, but not of columns and tables. */
const functionName =
  'authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like natural notnull outer overlaps! right similar tablesample verbose';

/** No names without double quotes, except after a dot or AS. */
const reserved =
  'all analyse analyze and any array! as! asc asymmetric both case cast check collate column constraint create! current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc distinct do else end except! false fetch! for! foreign from! grant! group! having! in initially intersect! into! lateral leading limit! localtime localtimestamp not null offset! on! only or order! placing primary references returning! select session_user some symmetric system_user table then to! trailing true union! unique user using variadic when where! window! with!';

export type KeywordCategory = 'unreserved' | 'columnName' | 'functionName' | 'reserved';
export interface Keyword {
  readonly word: string;
  readonly category: KeywordCategory;
  /** Whether it can be a column alias without AS. */
  readonly bareLabel: boolean;
}

const read = (category: KeywordCategory, list: string): Keyword[] =>
  list.split(' ').map((entry) => ({
    word: entry.replace('!', '').toUpperCase(),
    category,
    bareLabel: !entry.endsWith('!'),
  }));

/** Upper-case word to its category. Words that are not here are ordinary names. */
export const keywords: ReadonlyMap<string, Keyword> = new Map(
  [
    ...read('unreserved', unreserved),
    ...read('columnName', columnName),
    ...read('functionName', functionName),
    ...read('reserved', reserved),
  ].map((keyword) => [keyword.word, keyword]),
);

/** Whether an unquoted word (upper case, '' for no keyword) can name a column, a table or an alias (ColId). */
export function canNameColumn(word: string): boolean {
  if (word === '') return true;
  const category = keywords.get(word)?.category;
  return category === undefined || category === 'unreserved' || category === 'columnName';
}

/** Whether a word followed by `(` can be a function's name. SQL's own function forms (`COALESCE(`) count. */
export function canNameFunction(word: string): boolean {
  return word === '' || keywords.get(word)?.category !== 'reserved';
}

/** Whether a word can follow an expression of the SELECT list as its alias without AS (BareColLabel). */
export function canBeBareLabel(word: string): boolean {
  return word === '' || keywords.get(word)?.bareLabel !== false;
}

const fused: ReadonlyMap<string, readonly string[]> = new Map([
  ['NOT', ['BETWEEN', 'IN', 'LIKE', 'ILIKE', 'SIMILAR']],
  ['NULLS', ['FIRST', 'LAST']],
  ['WITH', ['TIME', 'ORDINALITY']],
  ['WITHOUT', ['TIME']],
  ['FORMAT', ['JSON']],
]);

/** Whether PostgreSQL's parser reads the two words as one keyword, so that the first is no name even after a dot. */
export const isFused = (word: string, next: string): boolean => fused.get(word)?.includes(next) ?? false;
