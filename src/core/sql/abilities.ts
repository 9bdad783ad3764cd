/** What a token of a sort can be, as bits; constants, so that the bundle has numbers in their place. */

/** Name a column, a table or a table's alias (ColId). */
export const nameColumn = 1;
/** Name a function. */
export const nameFunction = 2;
/** Stand after a dot or AS (ColLabel). */
export const label = 4;
/** Be a column's alias without AS (BareColLabel). */
export const bareLabel = 8;
export const literal = 16;
/** Made of operator characters. */
export const operator = 32;
/** A flaw of the token itself. */
export const flaw = 64;
/** Swallow what follows, or be nothing at all: what follows is guesswork. */
export const confuse = 128;
/** Name the type of a literal. */
export const type = 256;
/** Be an opening bracket. */
export const open = 512;
/** Be a closing one. */
export const close = 1024;
