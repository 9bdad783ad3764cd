/** Version of this program, which is written to reports and records. */
export const VERSION = '0.1.0';
