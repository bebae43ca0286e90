interface WebSocketListener {
  opened: () => void;
  received: (data: unknown) => void;
  closed: (code: number, lastedMs: number) => void;
}

/** Opens one connection. `lastedMs` is the time since it opened. */
export function openWebSocket(url: string, { opened, received, closed }: WebSocketListener): WebSocket {
  const connection = new WebSocket(url);
  connection.binaryType = 'arraybuffer';
  let openedAt = Date.now();
  connection.onopen = () => {
    openedAt = Date.now();
    opened();
  };
  connection.onclose = ({ code }) => closed(code, Date.now() - openedAt);
  connection.onmessage = ({ data }) => received(data);
  return connection;
}

/** Closes a connection and ignores what it still receives. */
export function drop(connection: WebSocket) {
  connection.onclose = null;
  connection.onmessage = null;
  connection.close();
}
