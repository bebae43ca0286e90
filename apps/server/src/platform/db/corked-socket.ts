import { connect, type Socket } from 'node:net';

/** What postgres.js has made of the address when it asks for a socket. */
interface Place {
  /** Of a socket in a folder. */
  path: string | false;
  host: string[];
  port: number[];
}

/** A large fence is no reason to hold back the statement after it. */
const writableHighWaterMark = 1024 * 1024;

/**
 * A line to the database that sends what one turn of the program writes in one go. postgres.js writes each statement by itself, and
 * beginning, reading, counting and committing would be four system calls that each wake the other side.
 */
export function corkedSocket({ path, host, port }: Place): Socket {
  const options = { writableHighWaterMark };
  const socket = path
    ? connect({ path, ...options })
    : connect({ host: host[0] ?? 'localhost', port: port[0] ?? 5432, ...options });
  // Where a certificate is asked for, it is compared with this name.
  Object.assign(socket, { host: host[0], port: port[0] });
  const { write } = socket;
  let gathering = false;
  const send = () => {
    gathering = false;
    socket.uncork();
  };
  // The short end of what it wants to say waits at postgres.js for the next turn, so ours is the one after.
  const soon = () => setImmediate(send);
  socket.write = (...what: unknown[]) => {
    if (!gathering) {
      gathering = true;
      socket.cork();
      setImmediate(soon);
    }
    return write.apply(socket, what as Parameters<typeof write>);
  };
  return socket;
}
