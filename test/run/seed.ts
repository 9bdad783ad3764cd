/**
 * Loaded before the tests of `npm test`: random tests draw the same cases at each run, so that a red run means a change
 * of ours. `npm run test:long` draws new ones, or those of `VAULTSQL_SEED`, as a red run has printed it.
 */
import fc from 'fast-check';

const { VAULTSQL_LONG: long, VAULTSQL_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
else if (long === undefined) fc.configureGlobal({ seed: 20261121 });
