import {
  authCalls,
  socketFrame,
  topics,
  type Message,
  type SocketLimitCause,
  type Topic,
} from '@sweepline/contract';
import { CallError, send, signedOutCodes } from './api.ts';
import { createFrameListeners } from './frame-listeners.ts';
import { openSocketConnection } from './socket-connection.ts';
import { requestAfter, requestOf, type Subscription } from './socket-subscription.ts';

/** An address with a ticket, which is valid once within 30 s. The session token is never part of an address. */
export async function ticketAddress(): Promise<string> {
  const { ticket } = await send(authCalls.socketTicket, {}, { quiet: true });
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/service/ws/${ticket}`;
}

/**
 * The socket of the console. It reconnects by itself, and then subscribes to every topic again. After `onGap` what was pushed
 * before is missing and has to be read again.
 */
export function openSocket(
  address: () => Promise<string>,
  onKick: (reason: string) => void = () => {},
  onLimit: (limit: SocketLimitCause) => void = () => {},
  onGap: () => void = () => {},
) {
  const subscriptions = new Map<string, Subscription>();
  /** Closes the connection when the session has ended; otherwise it would request tickets forever. */
  const ticket = async () => {
    try {
      return await address();
    } catch (error) {
      if (error instanceof CallError && signedOutCodes.has(error.code)) {
        connection.close();
        onKick(error.message);
      }
      throw error;
    }
  };
  const connection = openSocketConnection(ticket, {
    limited: onLimit,
    opened: (isAgain) => {
      subscriptions.forEach((entry) => connection.say(requestOf(entry)));
      frames.subscribeAgain();
      if (isAgain) onGap();
    },
    received: (data) => {
      if (data instanceof ArrayBuffer) return frames.received(data);
      const frame = socketFrame.safeParse(parse(data));
      if (!frame.success) return;
      const { topic: name, content, errorMsg } = frame.data;
      if (name === topics.kick.name) {
        connection.close();
        return onKick(errorMsg ?? '');
      }
      if (name === topics.moving.name) {
        const end = topics.moving.message.safeParse(content);
        return end.success ? connection.move(end.data.withinMs) : undefined;
      }
      const entry = subscriptions.get(name);
      const message = entry?.topic.message.safeParse(content);
      // A message that does not match its schema is dropped, because a partial state is worse than an old one.
      if (message?.success) entry?.listeners.forEach((_, listener) => listener(message.data as never));
    },
  });

  const frames = createFrameListeners((request) => connection.say(request));

  return {
    listenFrames: frames.listen,
    /** Listens to a topic until the returned function is called. With `only`, at least the messages about these ids arrive. */
    listen<T extends Topic>(topic: T, listener: (message: Message<T>) => void, only?: readonly string[]) {
      const entry: Subscription = subscriptions.get(topic.name) ?? { topic, listeners: new Map() };
      subscriptions.set(topic.name, entry);
      const request = requestAfter(entry, () => entry.listeners.set(listener, only));
      if (request) connection.say(request);
      return () => {
        const request = requestAfter(entry, () => entry.listeners.delete(listener));
        if (entry.listeners.size > 0) return request && connection.say(request);
        subscriptions.delete(topic.name);
        connection.say({ unsubscribe: topic.name });
      };
    },
    /** Sends a request once. It is lost while the connection is closed. */
    say: connection.say,
    close: connection.close,
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
