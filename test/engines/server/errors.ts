/** An error of ClickHouse, as its HTTP interface reports it. */
export class ClickHouseError extends Error {
  /** ClickHouse's number of the error, such as 62. */
  readonly code: number;
  /** ClickHouse's name of the error, such as SYNTAX_ERROR; empty when unknown. */
  readonly errorName: string;

  constructor(code: number, errorName: string, text: string) {
    super(text);
    this.code = code;
    this.errorName = errorName;
  }
}

/** HTTP status codes other than 500, with the errors for which a ClickHouse server of today responds with them. */
const namesByStatus: Readonly<Record<number, string>> = {
  400: `BAD_ARGUMENTS CANNOT_COMPILE_REGEXP CANNOT_PARSE_TEXT CANNOT_PARSE_ESCAPE_SEQUENCE CANNOT_PARSE_QUOTED_STRING
    CANNOT_PARSE_DATE CANNOT_PARSE_DATETIME CANNOT_PARSE_NUMBER CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING CANNOT_PARSE_IPV4
    CANNOT_PARSE_IPV6 CANNOT_PARSE_INPUT_ASSERTION_FAILED CANNOT_PARSE_UUID DUPLICATE_COLUMN ILLEGAL_COLUMN
    UNKNOWN_ELEMENT_IN_AST UNKNOWN_TYPE_OF_AST_NODE THERE_IS_NO_COLUMN TOO_DEEP_AST TOO_BIG_AST
    UNEXPECTED_AST_STRUCTURE SYNTAX_ERROR INCORRECT_DATA TYPE_MISMATCH VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE`,
  401: 'REQUIRED_PASSWORD',
  403: 'UNKNOWN_USER WRONG_PASSWORD AUTHENTICATION_FAILED SET_NON_GRANTED_ROLE ACCESS_DENIED',
  404: `UNKNOWN_TABLE UNKNOWN_FUNCTION UNKNOWN_IDENTIFIER UNKNOWN_TYPE UNKNOWN_STORAGE UNKNOWN_DATABASE UNKNOWN_SETTING
    UNKNOWN_DIRECTION_OF_SORTING UNKNOWN_AGGREGATE_FUNCTION UNKNOWN_FORMAT UNKNOWN_DATABASE_ENGINE
    UNKNOWN_TYPE_OF_QUERY UNKNOWN_ROLE`,
  408: 'TIMEOUT_EXCEEDED',
  411: 'HTTP_LENGTH_REQUIRED',
  413: 'QUERY_IS_TOO_LARGE',
  501: 'NOT_IMPLEMENTED',
  503: 'SOCKET_TIMEOUT CANNOT_OPEN_FILE CANNOT_SCHEDULE_TASK',
};

const statusByName: ReadonlyMap<string, number> = new Map(
  Object.entries(namesByStatus).flatMap(([status, names]) =>
    names.split(/\s+/).map((name): [string, number] => [name, Number(status)]),
  ),
);

/** Returns the HTTP status code of the response to a request that failed with this error. */
export function httpStatus(error: ClickHouseError): number {
  return statusByName.get(error.errorName) ?? 500;
}

/** Parses the text of an error that the library threw, and adds the version as a server does. */
export function parseError(text: string, version: string, user: string): ClickHouseError {
  const [, code = '1002'] = /\bCode: (\d+)\./.exec(text) ?? [];
  const body = text
    .slice(Math.max(0, text.indexOf('Code: ')))
    .replaceAll('DB::Exception: default: ', `DB::Exception: ${user}: `)
    .trimEnd();
  const [, name = ''] = /\(([A-Z][A-Z\d_]+)\)[^()]*$/.exec(body) ?? [];
  return new ClickHouseError(Number(code), name, `${body} ${versionSuffix(version)}`);
}

/** Creates an error that a server itself finds, before the engine is involved. */
export function createError(code: number, name: string, text: string, version: string): ClickHouseError {
  const message = `Code: ${code}. DB::Exception: ${text} (${name}) ${versionSuffix(version)}`;
  return new ClickHouseError(code, name, message);
}

const versionSuffix = (version: string): string => `(version ${version} (official build))`;
