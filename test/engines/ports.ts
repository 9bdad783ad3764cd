import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The range of ports from which test servers get theirs, above the ports of well-known services and below those that
 * systems assign to outgoing connections. A server that was killed therefore finds its port free when it restarts.
 */
const FIRST_PORT = 15_000;
const END_PORT = 30_000;

/** Returns `count` different TCP ports that are free on 127.0.0.1 at this moment. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
