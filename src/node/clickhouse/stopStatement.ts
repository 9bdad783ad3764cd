/** Stops a statement on the server after its request was cancelled, because closing the connection does not stop it. */
import type { ClickHouseClient } from './client.ts';
import type { ClickHouseFailure } from './failures.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Time limit in milliseconds of a request that stops a statement. */
const TIMEOUT_MS = 10_000;
/** Maximum number of requests that stop one statement. The first may reach the server before the statement does. */
const MAX_ATTEMPTS = 2;

/**
 * Stops the statement whose ID is `queryID`, a UUID. A user may stop his or her own statements without a further right,
 * also with the setting `readonly`, if the server lets the user read `system.processes`. Resolves to undefined if the
 * statement was stopped or is not running, and to the failure if it may still run. Throws RangeError if the ID is not a
 * UUID.
 */
export async function stopStatement(
  client: Pick<ClickHouseClient, 'send'>,
  queryID: string,
): Promise<ClickHouseFailure | undefined> {
  // The statement contains the ID as text, because old versions bind no parameters in KILL QUERY.
  if (!UUID.test(queryID)) throw new RangeError(`not a UUID: ${queryID}`);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const outcome = await client.send({
      statement: `KILL QUERY WHERE query_id = '${queryID}' ASYNC`,
      timeoutMs: TIMEOUT_MS,
    });
    if (!outcome.ok) return outcome.failure;
    // The response has a row for each statement that was found.
    if (outcome.body.trim() !== '') return undefined;
  }
  return undefined;
}
