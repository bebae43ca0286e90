import { socketCloseCodes, type SocketLimitCause } from '@sweepline/contract';
import { drop, openWebSocket } from './web-socket.ts';
import { whenShown } from './when-shown.ts';

const healthCheckMs = 10_000;
const restartMs = 500;
const reconnectMs = 4_000;
/** After the end of a server its pages reconnect at once, but not all in one moment. */
const maxJitterMs = 1_000;
/** While a page moves, both connections receive: a message of the first may still be under way. */
const overlapMs = 500;
/** Delay after a limit. It doubles each time, until a connection has lasted `steadyMs`. */
const limitedMs = 30_000;
const maxLimitedMs = 300_000;
const steadyMs = 60_000;

interface ConnectionListener {
  /** `isAgain`: messages since the end of the connection before are missing. */
  opened: (isAgain: boolean) => void;
  received: (data: unknown) => void;
  /** The server closed the connection for a limit. Called once, and again only after a connection has lasted `steadyMs`. */
  limited: (limit: SocketLimitCause) => void;
}

const limits = ['tooManySockets', 'tooManySubscriptions', 'tooManyMessages', 'messageTooLong'] as const;
const limitOf = (code: number): SocketLimitCause | undefined =>
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
  let opens = 0;
  let stopWaiting = () => {};

  const connectLater = (delayMs: number) => {
    clearTimeout(retry);
    if (!ended) retry = setTimeout(() => void connect(), delayMs);
  };

  const reconnect = (code: number, lastedMs: number) => {
    socket = undefined;
    if (code === socketCloseCodes.restart) return connectLater(Math.random() * maxJitterMs);
    const limit = limitOf(code);
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
    socket = openAt(url, () => opened(opens++ > 0));
  };

  const openAt = (url: string, onOpen: () => void): WebSocket => {
    const connection = openWebSocket(url, {
      opened: onOpen,
      received: (data) => {
        alive = true;
        received(data);
      },
      closed: (code, lastedMs) => {
        // Of two connections during a move only the one in use is replaced.
        if (connection === socket) reconnect(code, lastedMs);
      },
    });
    return connection;
  };

  const move = async () => {
    const previous = socket;
    const url = await address().catch(() => null);
    if (ended || url === null || previous !== socket) return;
    const next = openAt(url, () => {
      if (ended || previous !== socket) return drop(next);
      socket = next;
      opened(false);
      if (previous) setTimeout(() => drop(previous), overlapMs);
    });
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
    /** Changes to another server without losing a message; if that fails, the page reconnects when this connection ends. */
    move: (withinMs: number) => void setTimeout(() => void move(), (Math.random() * withinMs) / 2),
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
