/**
 * Where PostgreSQL 18's grammar takes a keyword for a name (its appendix “SQL Key Words”). Without it `SELECT date
 * FROM t` would be a false alarm and `SELECT * FROM order` would pass. Keywords that are names everywhere are not
 * listed. A test compares every keyword with PostgreSQL's own scanner and parser.
 */
/**
 * No names without double quotes, except after a dot or AS. UESCAPE is one, but not after a U& name. A star marks
 * what can be no alias of a column without AS.
 */
export const reservedWords =
  'ALL ANALYSE ANALYZE AND ANY ARRAY* AS* ASC ASYMMETRIC BOTH CASE CAST CHECK COLLATE COLUMN CONSTRAINT CREATE* CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT* FALSE FETCH* FOR* FOREIGN FROM* GRANT* GROUP* HAVING* IN INITIALLY INTERSECT* INTO* LATERAL LEADING LIMIT* LOCALTIME LOCALTIMESTAMP NOT NULL OFFSET* ON* ONLY OR ORDER* PLACING PRIMARY REFERENCES RETURNING* SELECT SESSION_USER SOME SYMMETRIC SYSTEM_USER TABLE THEN TO* TRAILING TRUE UESCAPE* UNION* UNIQUE USER USING VARIADIC WHEN WHERE* WINDOW* WITH*';

/** Names of functions and types, but not of columns and tables; a star as above. */
export const functionNames =
  'AUTHORIZATION BINARY COLLATION CONCURRENTLY CROSS CURRENT_SCHEMA FREEZE FULL ILIKE INNER IS ISNULL* JOIN LEFT LIKE NATURAL NOTNULL* OUTER OVERLAPS* RIGHT SIMILAR TABLESAMPLE VERBOSE';

/** Other words that can be no alias of a column without AS. */
export const needAs =
  'CHAR CHARACTER DAY FILTER HOUR MINUTE MONTH OVER PRECISION SECOND VARYING WITHIN WITHOUT YEAR';

/** Pairs that PostgreSQL's parser reads as one keyword, so that the first is no name even after a dot. */
export const fusedWords: ReadonlySet<string> = new Set(
  'NOT BETWEEN,NOT IN,NOT LIKE,NOT ILIKE,NOT SIMILAR,NULLS FIRST,NULLS LAST,WITH TIME,WITH ORDINALITY,WITHOUT TIME,FORMAT JSON'.split(
    ',',
  ),
);
