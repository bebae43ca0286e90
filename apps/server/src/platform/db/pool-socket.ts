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

/** A socket to the database for a pool of postgres.js. */
export function createPoolSocket({ path, host, port }: SocketAddress): Socket {
  const options = { writableHighWaterMark };
  const socket = path
    ? connect({ path, ...options })
    : connect({ host: host[0] ?? 'localhost', port: port[0] ?? 5432, ...options });
  // With TLS, the server's certificate is compared with this host name.
  Object.assign(socket, { host: host[0], port: port[0] });
  cork(socket);
  closeInsteadOfError(socket);
  return socket;
}

/**
 * Reports an error of a socket that has received data as its end. After an error postgres.js still takes statements for the
 * lost connection: they never settle, and after the reconnect they receive the answers of other statements.
 */
function closeInsteadOfError(socket: Socket): void {
  const { emit } = socket;
  let hasReceived = false;
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    hasReceived ||= event === 'data';
    if (hasReceived && event === 'error') return true;
    const hadNoError = hasReceived && event === 'close';
    // Each event has values of its own; they are passed on as they came.
    return emit.apply(socket, [event, ...(hadNoError ? [false] : values)] as Parameters<typeof emit>);
  };
}

/**
 * Sends all writes of one event-loop turn together. postgres.js writes each statement separately: begin, select, count and
 * commit would be four system calls that each wake PostgreSQL.
 */
function cork(socket: Socket): void {
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
}
