/**
 * Loaded before the command line: ends the process with SIGKILL at the call of the file system that KILL_AT names, by its
 * number from 1. A write is first done by half, as a crash may leave it. Without KILL_AT, the calls are only counted.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT ?? 0);
let calls = 0;
const die = () => {
  process.kill(process.pid, 'SIGKILL');
};
const isTurn = () => ++calls === killAt;

const { open } = fs.promises;
fs.promises.open = async (...args) => {
  const handle = await open(...args);
  if (args[1] === 'r') return handle;
  for (const name of ['sync', 'datasync', 'truncate', 'write', 'writeFile']) {
    const original = handle[name].bind(handle);
    handle[name] = async (...given) => {
      if (!isTurn()) return original(...given);
      const [data] = given;
      if (name === 'write') await original(data, given[1], Math.floor(given[2] / 2), given[3]);
      return die();
    };
  }
  return handle;
};
for (const name of ['rename', 'link', 'unlink']) {
  const original = fs.promises[name];
  fs.promises[name] = async (...args) => {
    if (isTurn()) die();
    const result = await original(...args);
    if (isTurn()) die();
    return result;
  };
}
syncBuiltinESMExports();
