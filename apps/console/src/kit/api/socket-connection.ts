import { socketCloseCodes, type SocketCloseCause } from '@sweepline/contract';

const healthCheckMs = 10_000;
const restartMs = 500;
const reconnectMs = 4_000;
/** Delay after a limit. It doubles each time, until a connection has lasted `steadyMs`. */
const limitedMs = 30_000;
const maxLimitedMs = 300_000;
const steadyMs = 60_000;

/** The limit for which the server closed a connection. */
export type ConnectionLimit = Exclude<SocketCloseCause, 'ended'>;

interface ConnectionListener {
  opened: () => void;
  received: (data: unknown) => void;
  /** The server closed the connection for a limit. Called once, and again only after a connection has lasted `steadyMs`. */
  limited: (limit: ConnectionLimit) => void;
}

const limits = ['tooManySockets', 'tooManySubscriptions', 'tooManyMessages', 'messageTooLong'] as const;
const limitOf = (code: number): ConnectionLimit | undefined =>
  limits.find((limit) => socketCloseCodes[limit] === code);

/** A connection that reopens whenever it ends, each time with a new address. Requests sent while it is closed are lost. */
export function openSocketConnection(
  address: () => Promise<string>,
  { opened, received, limited }: ConnectionListener,
) {
  let socket: WebSocket | undefined;
  let alive = true;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let limitedTimes = 0;
  let stopWaiting = () => {};

  const connectLater = (delayMs: number) => {
    clearTimeout(retry);
    if (!ended) retry = setTimeout(() => void connect(), delayMs);
  };

  const reconnect = (limit: ConnectionLimit | undefined, lastedMs: number) => {
    socket = undefined;
    if (!limit) return connectLater(reconnectMs);
    if (lastedMs >= steadyMs) limitedTimes = 0;
    limitedTimes += 1;
    if (limitedTimes === 1) limited(limit);
    // With a timer, too many tabs would close each other's connections in turn forever.
    if (limit === 'tooManySockets') stopWaiting = whenShown(() => connectLater(0));
    else connectLater(Math.min(limitedMs * 2 ** (limitedTimes - 1), maxLimitedMs));
  };

  const connect = async () => {
    alive = true;
    const url = await address().catch(() => null);
    if (ended) return;
    if (url === null) return connectLater(reconnectMs);
    const connection = new WebSocket(url);
    socket = connection;
    let openedAt = Date.now();
    connection.onopen = () => {
      openedAt = Date.now();
      opened();
    };
    connection.onclose = ({ code }) => reconnect(limitOf(code), Date.now() - openedAt);
    connection.onmessage = ({ data }) => {
      alive = true;
      received(data);
    };
  };

  // Without any message between two checks the connection is dead, even if the browser has not noticed it.
  const health = setInterval(() => {
    if (!alive && socket) {
      drop(socket);
      socket = undefined;
      connectLater(restartMs);
    }
    alive = false;
  }, healthCheckMs);

  void connect();

  return {
    say: (request: object) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    },
    close: () => {
      ended = true;
      clearInterval(health);
      clearTimeout(retry);
      stopWaiting();
      if (socket) drop(socket);
    },
  };
}

/** Waits until the tab is visible or focused. Returns a function that ends the wait. */
function whenShown(then: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'hidden') return;
    stop();
    then();
  };
  const stop = () => {
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('focus', check);
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  return stop;
}

function drop(connection: WebSocket) {
  connection.onclose = null;
  connection.onmessage = null;
  connection.close();
}
