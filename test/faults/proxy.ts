/** A proxy that tunnels (CONNECT) to this machine whatever host was asked for, or fails in one way. */
import net from 'node:net';
import tls from 'node:tls';
import { listen } from './hostileServer.ts';

export type ProxyBehaviour = 'works' | 'tls' | '407' | '502' | 'hangs-up' | 'plain-http';

/** `seen` has the first bytes of every connection: what the proxy learns. `pem` is its certificate for `tls`. */
export async function startProxy(behaviour: ProxyBehaviour, pem = '') {
  const seen: string[] = [];
  const sockets = new Set<net.Socket>();
  const serve = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      const head = data.toString('latin1');
      seen.push(head);
      if (behaviour === '407')
        socket.end(
          'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n',
        );
      else if (behaviour === '502') socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
      else if (behaviour === 'hangs-up') socket.resetAndDestroy();
      else if (behaviour === 'plain-http') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      else {
        const port = Number(/^CONNECT [^:]+:(\d+)/.exec(head)?.[1]);
        const target = net.connect(port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          target.pipe(socket).pipe(target);
        });
        sockets.add(target);
        target.on('error', () => socket.destroy());
      }
    });
  };
  const server =
    behaviour === 'tls' ? tls.createServer({ cert: pem, key: pem }, serve) : net.createServer(serve);
  server.on('tlsClientError', () => undefined);
  const port = await listen(server, 0);
  return {
    port,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
