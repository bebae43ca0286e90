import { authCalls, socketFrame, topics, type Message, type Topic } from '@sweepline/contract';
import { send } from './api.ts';

const healthCheckMs = 10_000;
const restartMs = 500;
const reconnectMs = 4_000;

interface Heard {
  topic: Topic;
  listeners: Set<(message: never) => void>;
}
type Kicked = (reason: string) => void;

/** A ticket opens the line once, within 30 s; the session token never stands in an address. */
export async function ticketAddress(): Promise<string> {
  const { ticket } = await send(authCalls.socketTicket, {}, { quiet: true });
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/service/ws/${ticket}`;
}

/** The one socket of the console. It stays open by itself and asks again for every topic after a reconnect. */
export function openSocket(address: () => Promise<string>, onKick: Kicked = () => {}) {
  const heard = new Map<string, Heard>();
  let socket: WebSocket | undefined;
  let alive = true;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const ask = (verb: 'subscribe' | 'unsubscribe', topic: string) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ [verb]: topic }));
  };

  const connectLater = (delayMs: number) => {
    clearTimeout(retry);
    if (!ended) retry = setTimeout(() => void connect(), delayMs);
  };

  const receive = (data: unknown) => {
    alive = true;
    const frame = socketFrame.safeParse(parse(data));
    if (!frame.success) return;
    const { topic: name, content, errorMsg } = frame.data;
    if (name === topics.kick.name) return onKick(errorMsg ?? '');
    const entry = heard.get(name);
    const message = entry?.topic.message.safeParse(content);
    // A message that is not what its topic promises is dropped: half a truth on a map is worse than an old one.
    if (message?.success) entry?.listeners.forEach((listener) => listener(message.data as never));
  };

  const connect = async () => {
    alive = true;
    const url = await address().catch(() => null);
    if (ended) return;
    if (url === null) return connectLater(reconnectMs);
    const line = new WebSocket(url);
    socket = line;
    line.onopen = () => heard.forEach((_, name) => ask('subscribe', name));
    line.onmessage = ({ data }) => receive(data);
    line.onclose = () => socket === line && connectLater(reconnectMs);
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
    listen<T extends Topic>(topic: T, listener: (message: Message<T>) => void) {
      const entry = heard.get(topic.name) ?? { topic, listeners: new Set() };
      heard.set(topic.name, entry);
      entry.listeners.add(listener);
      if (entry.listeners.size === 1) ask('subscribe', topic.name);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size > 0) return;
        heard.delete(topic.name);
        ask('unsubscribe', topic.name);
      };
    },
    close() {
      ended = true;
      clearInterval(health);
      clearTimeout(retry);
      if (socket) drop(socket);
    },
  };
}
export type Socket = ReturnType<typeof openSocket>;

function drop(line: WebSocket) {
  line.onclose = null;
  line.onmessage = null;
  line.close();
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
