import { connect, type Socket } from 'node:net';

/** The parsed address that postgres.js passes when it creates a socket. */
interface SocketAddress {
  /** The path of a unix socket. */
  path: string | false;
  host: string[];
  port: number[];
}

/** A large tenant scope must not delay the statement after it. */
const writableHighWaterMark = 1024 * 1024;

/**
 * A database socket that sends all writes of one event-loop turn together. postgres.js writes each statement separately: begin,
 * select, count and commit would be four system calls that each wake PostgreSQL.
 */
export function corkedSocket({ path, host, port }: SocketAddress): Socket {
  const options = { writableHighWaterMark };
  const socket = path
    ? connect({ path, ...options })
    : connect({ host: host[0] ?? 'localhost', port: port[0] ?? 5432, ...options });
  // With TLS, the server's certificate is compared with this host name.
  Object.assign(socket, { host: host[0], port: port[0] });
  const { write } = socket;
  let corked = false;
  const send = () => {
    corked = false;
    socket.uncork();
  };
  // postgres.js keeps its last short chunk until the next turn, so the socket is uncorked one turn later.
  const sendNextTurn = () => setImmediate(send);
  socket.write = (...chunk: unknown[]) => {
    if (!corked) {
      corked = true;
      socket.cork();
      setImmediate(sendNextTurn);
    }
    return write.apply(socket, chunk as Parameters<typeof write>);
  };
  return socket;
}
