import { authCalls, socketFrame, topics, type Message, type Topic } from '@sweepline/contract';
import { CallError, send, signedOutCodes } from './api.ts';
import { openLine } from './socket-line.ts';

interface Heard {
  topic: Topic;
  listeners: Set<(message: never) => void>;
}

/** A ticket opens the line once, within 30 s; the session token never stands in an address. */
export async function ticketAddress(): Promise<string> {
  const { ticket } = await send(authCalls.socketTicket, {}, { quiet: true });
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/service/ws/${ticket}`;
}

/** The one socket of the console. It stays open by itself and asks again for every topic after a reconnect. */
export function openSocket(address: () => Promise<string>, onKick: (reason: string) => void = () => {}) {
  const heard = new Map<string, Heard>();
  /** A session that is over gets no ticket: the line is given up, or it would ask again for ever. */
  const ticket = async () => {
    try {
      return await address();
    } catch (error) {
      if (error instanceof CallError && signedOutCodes.has(error.code)) {
        line.close();
        onKick(error.message);
      }
      throw error;
    }
  };
  const line = openLine(ticket, {
    opened: () => heard.forEach((_, topic) => line.say({ subscribe: topic })),
    said: (data) => {
      const frame = socketFrame.safeParse(parse(data));
      if (!frame.success) return;
      const { topic: name, content, errorMsg } = frame.data;
      if (name === topics.kick.name) {
        line.close();
        return onKick(errorMsg ?? '');
      }
      const entry = heard.get(name);
      const message = entry?.topic.message.safeParse(content);
      // A message that is not what its topic promises is dropped: half a truth on a map is worse than an old one.
      if (message?.success) entry?.listeners.forEach((listener) => listener(message.data as never));
    },
  });

  return {
    listen<T extends Topic>(topic: T, listener: (message: Message<T>) => void) {
      const entry = heard.get(topic.name) ?? { topic, listeners: new Set() };
      heard.set(topic.name, entry);
      entry.listeners.add(listener);
      if (entry.listeners.size === 1) line.say({ subscribe: topic.name });
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size > 0) return;
        heard.delete(topic.name);
        line.say({ unsubscribe: topic.name });
      };
    },
    close: line.close,
  };
}
export type Socket = ReturnType<typeof openSocket>;

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
