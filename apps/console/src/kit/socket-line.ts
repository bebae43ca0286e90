const healthCheckMs = 10_000;
const restartMs = 500;
const reconnectMs = 4_000;

interface Ears {
  opened: () => void;
  said: (data: unknown) => void;
}

/** A line that is opened anew whenever it ends, each time at an address of its own. What is said while it is down is lost. */
export function openLine(address: () => Promise<string>, { opened, said }: Ears) {
  let socket: WebSocket | undefined;
  let alive = true;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const connectLater = (delayMs: number) => {
    clearTimeout(retry);
    if (!ended) retry = setTimeout(() => void connect(), delayMs);
  };

  const connect = async () => {
    alive = true;
    const url = await address().catch(() => null);
    if (ended) return;
    if (url === null) return connectLater(reconnectMs);
    const line = new WebSocket(url);
    socket = line;
    line.onopen = opened;
    line.onclose = () => connectLater(reconnectMs);
    line.onmessage = ({ data }) => {
      alive = true;
      said(data);
    };
  };

  // No word from the server between two checks means the line is dead, though the browser may not know yet.
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
      if (socket) drop(socket);
    },
  };
}

function drop(line: WebSocket) {
  line.onclose = null;
  line.onmessage = null;
  line.close();
}
