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
 * Sends the writes of one step of the program together. Statements that are short wait for each other in postgres.js until the turn of
 * the event loop ends; another turn would let them wait for hundreds of messages of robots.
 */
function cork(socket: Socket): void {
  const { write } = socket;
  let corked = false;
  const send = () => {
    corked = false;
    socket.uncork();
  };
  socket.write = (...chunk: unknown[]) => {
    if (!corked) {
      corked = true;
      socket.cork();
      process.nextTick(send);
    }
    return write.apply(socket, chunk as Parameters<typeof write>);
  };
}
