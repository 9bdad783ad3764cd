/**
 * Where PostgreSQL 18's grammar takes a keyword for a name (its appendix “SQL Key Words”). Without it `SELECT date
 * FROM t` would be a false alarm and `SELECT * FROM order` would pass. Keywords that are names everywhere are not
 * listed. A test compares every keyword with PostgreSQL's own scanner and parser.
 */
const words = (list: string): readonly string[] => list.split(' ');

/** No names without double quotes, except after a dot or AS. UESCAPE is one, but not after a U& name. */
export const reservedWords = words(
  'ALL ANALYSE ANALYZE AND ANY ARRAY AS ASC ASYMMETRIC BOTH CASE CAST CHECK COLLATE COLUMN CONSTRAINT CREATE CURRENT_CATALOG CURRENT_DATE CURRENT_ROLE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEFAULT DEFERRABLE DESC DISTINCT DO ELSE END EXCEPT FALSE FETCH FOR FOREIGN FROM GRANT GROUP HAVING IN INITIALLY INTERSECT INTO LATERAL LEADING LIMIT LOCALTIME LOCALTIMESTAMP NOT NULL OFFSET ON ONLY OR ORDER PLACING PRIMARY REFERENCES RETURNING SELECT SESSION_USER SOME SYMMETRIC SYSTEM_USER TABLE THEN TO TRAILING TRUE UESCAPE UNION UNIQUE USER USING VARIADIC WHEN WHERE WINDOW WITH',
);

/** Names of functions and types, but not of columns and tables. */
export const functionNames = words(
  'AUTHORIZATION BINARY COLLATION CONCURRENTLY CROSS CURRENT_SCHEMA FREEZE FULL ILIKE INNER IS ISNULL JOIN LEFT LIKE NATURAL NOTNULL OUTER OVERLAPS RIGHT SIMILAR TABLESAMPLE VERBOSE',
);

/** No aliases of columns without AS. */
export const needAs = words(
  'ARRAY AS CHAR CHARACTER CREATE DAY EXCEPT FETCH FILTER FOR FROM GRANT GROUP HAVING HOUR INTERSECT INTO ISNULL LIMIT MINUTE MONTH NOTNULL OFFSET ON ORDER OVER OVERLAPS PRECISION RETURNING SECOND TO UESCAPE UNION VARYING WHERE WINDOW WITH WITHIN WITHOUT YEAR',
);

/** Pairs that PostgreSQL's parser reads as one keyword, so that the first is no name even after a dot. */
export const fusedWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['NOT', ['BETWEEN', 'IN', 'LIKE', 'ILIKE', 'SIMILAR']],
  ['NULLS', ['FIRST', 'LAST']],
  ['WITH', ['TIME', 'ORDINALITY']],
  ['WITHOUT', ['TIME']],
  ['FORMAT', ['JSON']],
]);
