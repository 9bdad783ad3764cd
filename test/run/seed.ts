/**
 * Loaded before the tests of `npm test`: random tests draw the same cases at each run, so that a red run means a change
 * of ours. `npm run test:long` draws new ones.
 */
import fc from 'fast-check';

if (process.env.VAULTSQL_LONG === undefined) fc.configureGlobal({ seed: 20261121 });
