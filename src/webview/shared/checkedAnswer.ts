/** Answers of the host that have another shape than agreed. */
import { failureOf } from '../../protocol/failure.ts';
import type { PageHost } from '../../protocol/page.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { Guard } from '../../protocol/validate.ts';

/**
 * The host's answer to `method`, where it has its shape. Another one is a defect: the host, which has the log, learns of it,
 * and the caller gets the error, as where the host refused.
 */
export async function checkedAnswer<Answer>(
  host: Pick<Rpc<PageHost>, 'notify'>,
  method: string,
  answer: Promise<unknown>,
  isAnswer: Guard<Answer>,
): Promise<Answer> {
  const value = await answer;
  if (isAnswer(value)) return value;
  const error = new TypeError(`malformed answer to ${method}`);
  host.notify('failed', { method, ...failureOf(error) });
  throw error;
}

export const isBoolean = (answer: unknown): answer is boolean => typeof answer === 'boolean';
