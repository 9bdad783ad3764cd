// Loaded first by each bundle of an extension that recording.ts has prepared, in every process and thread of it. Writes
// a line of JSON for each connection, name lookup, and datagram of that thread, whoever starts it, and for each process
// and thread started from it. Plain JavaScript, because the editor's own Node loads it.
const childProcess = require('node:child_process');
const dgram = require('node:dgram');
const dns = require('node:dns');
const { appendFileSync } = require('node:fs');
const net = require('node:net');
const { join } = require('node:path');
const threads = require('node:worker_threads');

const file = join(__dirname, 'recorded.jsonl');
/** The first bundle of this thread, by which its lines are known. */
let first;

const write = (kind, to, more) =>
  appendFileSync(file, `${JSON.stringify({ by: first, kind, to, ...more })}\n`);
/** For what the editor and other extensions of the same process start too. */
const writeStarted = (kind, to) => {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const isOurs = /vaultsql\.vault-sql-/.test(new Error().stack);
  Error.stackTraceLimit = usual;
  write(kind, to, { isOurs });
};

/** Has `note` called with the arguments of a method before the method is. */
function before(owner, name, note) {
  const method = owner[name];
  owner[name] = function (...args) {
    note(args);
    return Reflect.apply(method, this, args);
  };
}

/** The ways to call `connect`: with what another way made of its arguments, options, a port and a host, or a path. */
function placeOf([one, other]) {
  const options = Array.isArray(one) ? one[0] : one;
  if (typeof options !== 'object') return /^\d+$/.test(options) ? hostAndPort(other, options) : undefined;
  return options.path ? undefined : hostAndPort(options.host, options.port);
}
const hostAndPort = (host, port) => `${typeof host === 'string' ? host : 'localhost'}:${port}`;

// All that connects in Node does so by this method: http, https, tls, http2, both fetch and a bundled undici.
before(net.Socket.prototype, 'connect', (args) => {
  const place = placeOf(args);
  // A pipe or a socket file leads to another process of the machine.
  if (place !== undefined) write('connection', place);
});

const lookups = /^(lookup|resolve|reverse)/;
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner))
    if (lookups.test(name)) before(owner, name, ([host]) => write('lookup', String(host)));

const plain = (args) => args.filter((one) => typeof one === 'string' || typeof one === 'number').join(' ');
before(dgram.Socket.prototype, 'send', ([, ...args]) => write('datagram', plain(args)));
before(dgram.Socket.prototype, 'connect', (args) => write('datagram', plain(args)));

before(childProcess.ChildProcess.prototype, 'spawn', ([{ file: program, args = [] }]) =>
  writeStarted('process', [program, ...args.slice(1)].join(' ')),
);
for (const name of ['spawnSync', 'execSync', 'execFileSync'])
  before(childProcess, name, ([program, args]) =>
    writeStarted('process', [program, ...(Array.isArray(args) ? args : [])].join(' ')),
  );
threads.Worker = new Proxy(threads.Worker, {
  construct(target, args, newTarget) {
    writeStarted('thread', String(args[0]));
    return Reflect.construct(target, args, newTarget);
  },
});

/** Called by each bundle as it is loaded, with its path in the extension. */
exports.loaded = (bundle) => {
  first ??= bundle;
  write('bundle', bundle);
};
