/**
 * Where PostgreSQL 18's grammar takes a keyword for a name (its appendix “SQL Key Words”). Without it `SELECT date
 * FROM t` would be a false alarm and `SELECT * FROM order` would pass. Keywords that are names everywhere are not
 * listed. A test compares every keyword with PostgreSQL's own scanner and parser.
 */
/**
 * No names without double quotes, except after a dot or AS. UESCAPE is one, but not after a U& name. A prime marks
 * what can be no alias of a column without AS.
 */
export const reservedWords =
  "ALL ANALYSE ANALYZE AND ANY ARRAY' AS' ASC ASYMMETRIC BOTH CASE CAST CHECK COLLATE COLUMN CONSTRAINT CREATE' DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT' FALSE FETCH' FOR' FOREIGN FROM' GRANT' GROUP' HAVING' IN INITIALLY INTERSECT' INTO' LATERAL LEADING LIMIT' NOT NULL OFFSET' ON' ONLY OR ORDER' PLACING PRIMARY REFERENCES RETURNING' SELECT SOME SYMMETRIC TABLE THEN TO' TRAILING TRUE UESCAPE' UNION' UNIQUE USING VARIADIC WHEN WHERE' WINDOW' WITH'";

/** Names of functions and types, but not of columns and tables; a prime as above. */
export const functionNames =
  "AUTHORIZATION BINARY COLLATION CONCURRENTLY CROSS CURRENT_SCHEMA FREEZE FULL ILIKE INNER IS ISNULL' JOIN LEFT LIKE NATURAL NOTNULL' OUTER OVERLAPS' RIGHT SIMILAR TABLESAMPLE VERBOSE";

/** Other words that can be no alias of a column without AS. */
export const needAs = 'DAY FILTER HOUR MINUTE MONTH OVER PRECISION SECOND VARYING WITHIN WITHOUT YEAR';

/** Types whose name stands before a string: `DATE '2026-01-31'`. */
export const typeNames =
  "DATE TIME TIMESTAMP TIMESTAMPTZ TIMETZ INTERVAL BOOLEAN BOOL SMALLINT INT INTEGER BIGINT INT2 INT4 INT8 REAL FLOAT FLOAT4 FLOAT8 DOUBLE NUMERIC DECIMAL DEC MONEY TEXT CHAR' CHARACTER' VARCHAR NCHAR NATIONAL BPCHAR BIT VARBIT BYTEA UUID JSON JSONB XML INET CIDR MACADDR POINT BOX OID REGCLASS TSVECTOR TSQUERY DATERANGE TSRANGE INT4RANGE DATETIME";

/** Pairs that PostgreSQL's parser reads as one keyword, so that the first is no name even after a dot. */
export const fusedWords =
  /^(NOT (BETWEEN|IN|I?LIKE|SIMILAR)|NULLS (FIRST|LAST)|WITH(OUT)? TIME|WITH ORDINALITY|FORMAT JSON)$/;
