/** A user of a ClickHouse server in tests. */
export interface ClickHouseUser {
  readonly name: string;
  /** The password in plain text; empty for none. */
  readonly password: string;
  /**
   * What the user may do, each as ClickHouse's GRANT has it without the user, such as `SELECT, INSERT ON audit.*`.
   * Version 18.16 has no such rights: there, only `readonly` limits a user.
   */
  readonly grants: readonly string[];
  /** 1: only reads, and no setting can be changed. 2: only reads, and any other setting can be changed. */
  readonly readonly?: 1 | 2;
  /** The time limit of the user's statements in seconds; by default none. ClickHouse 18.16 here has no such limit. */
  readonly maxExecutionSeconds?: number;
}

/** The users of a test server unless it is started with others: an administrator without a password, and three more. */
export const standardUsers: readonly ClickHouseUser[] = [
  { name: 'default', password: '', grants: ['ALL ON *.*'] },
  { name: 'writer', password: 'writer-password', grants: ['SELECT, INSERT ON *.*'] },
  { name: 'reader', password: 'reader-password', grants: ['SELECT ON *.*'], readonly: 1 },
  { name: 'analyst', password: 'analyst-password', grants: ['SELECT ON *.*'], readonly: 2 },
];

/** The name of the cluster that each test server knows, for `Distributed(…)`. ClickHouse 26.7 is alone in its own. */
export const CLUSTER = 'vault';

/** Escapes text for the content of an XML element. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
