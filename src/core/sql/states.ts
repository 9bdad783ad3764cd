/** What reading distinguishes, as numbers: the bundle has them in place of names. */

/** What the next token of an expression can be; after the last it is NOTHING. */
export type Expecting = typeof NOTHING | typeof OPERAND | typeof OPERATOR;
export const NOTHING = 0;
export const OPERAND = 1;
export const OPERATOR = 2;

/**
 * The clauses of a query in their order, for where a query has got to and where an expression stands; bits, so that
 * several can be asked for at once. A query in brackets, VALUES and TABLE stand before a SET_OPERATION.
 */
export type Clause = number;
export const IN_TARGETS = 1;
export const IN_ON = 2;
export const IN_WHERE = 4;
export const IN_GROUP = 8;
export const IN_HAVING = 16;
export const ELSEWHERE = 32;
export const SET_OPERATION = 64;
export const IN_ORDER = 128;
export const IN_PAGE = 256;
export const NEXT_QUERY = 512;

/** What stands in brackets after FROM. */
export type Bracketed = typeof TABLE | typeof JOIN | typeof QUERY;
export const TABLE = 0;
export const JOIN = 1;
export const QUERY = 2;

/** Queries and joins in brackets deeper than this are refused: nobody writes them, and reading them recurses. */
export const maxDepth = 100;

/** PostgreSQL's parser gives up there as well (“memory exhausted”, YYMAXDEPTH): a stack without end is not linear. */
export const maxFrames = 10_000;

/** What a frame is; bits, so that several can be asked for at once. */
export type FrameKind = number;
/** `( … )` around an expression, a row, a subquery. */
export const GROUP = 1;
/** Arguments of a supported function: read strictly. */
export const ARGUMENTS = 2;
/** Arguments of any other function: its own words (FROM, FOR, AS …) are no clauses; it is flagged already. */
export const LENIENT = 4;
/** `IN ( … )`, `ANY ( … )`, `ARRAY( … )`. */
export const LIST = 8;
/** `FILTER (WHERE …)`. */
export const FILTER = 16;
/** `ARRAY[ … ]`. */
export const ARRAY = 32;
/** `value[ … ]`. */
export const SUBSCRIPT = 64;
export const CASE = 128;
/** From a BETWEEN to its AND; it has the kind of the frame around it as well. */
export const BETWEEN = 256;
/** The expression itself. */
export const ROOT = 512;

/**
 * The operators that do not chain, in PostgreSQL's precedence (gram.y), loosest first. AND, OR and NOT bind more
 * loosely, all others more tightly.
 */
export const IS = 1;
export const COMPARE = 2;
export const LIKE = 4;
export const ESCAPE = 8;
export const OTHER = 0;
