/** Version of this program, as its reports and records name it. */
export const VERSION = '0.1.0';
