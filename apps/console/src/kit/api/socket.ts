import { authCalls, maxFilterIds, socketFrame, topics, type Message, type Topic } from '@sweepline/contract';
import { CallError, send, signedOutCodes } from './api.ts';
import { openSocketConnection, type LineLimit } from './socket-line.ts';

interface Heard {
  topic: Topic;
  /** And which records each of them shows; undefined for all. */
  listeners: Map<(message: never) => void, readonly string[] | undefined>;
}

/** Changes who listens, and answers what is to be asked for now, where that is something else. */
function change(entry: Heard, step: () => void) {
  const before = entry.listeners.size > 0 ? JSON.stringify(asking(entry)) : '';
  step();
  const now = asking(entry);
  return JSON.stringify(now) === before ? undefined : now;
}

/** What has to be asked for so that every listener hears what it shows. */
function asking({ topic, listeners }: Heard) {
  const shown = [...listeners.values()];
  const ids = [...new Set(shown.flatMap((only) => only ?? []))];
  const few = shown.every((only) => only !== undefined) && ids.length <= maxFilterIds;
  return { subscribe: topic.name, ...(few && { only: ids }) };
}

/** A ticket opens the line once, within 30 s; the session token never stands in an address. */
export async function ticketAddress(): Promise<string> {
  const { ticket } = await send(authCalls.socketTicket, {}, { quiet: true });
  const { protocol, host } = location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/service/ws/${ticket}`;
}

/** The one socket of the console. It stays open by itself and asks again for every topic after a reconnect. */
export function openSocket(
  address: () => Promise<string>,
  onKick: (reason: string) => void = () => {},
  onLimit: (limit: LineLimit) => void = () => {},
) {
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
  const line = openSocketConnection(ticket, {
    limited: onLimit,
    opened: () => heard.forEach((entry) => line.say(asking(entry))),
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
      if (message?.success) entry?.listeners.forEach((_, listener) => listener(message.data as never));
    },
  });

  return {
    /** Hears a topic until the answer is called; with `only`, at least what it says of these records. */
    listen<T extends Topic>(topic: T, listener: (message: Message<T>) => void, only?: readonly string[]) {
      const entry: Heard = heard.get(topic.name) ?? { topic, listeners: new Map() };
      heard.set(topic.name, entry);
      const changed = change(entry, () => entry.listeners.set(listener, only));
      if (changed) line.say(changed);
      return () => {
        const left = change(entry, () => entry.listeners.delete(listener));
        if (entry.listeners.size > 0) return left && line.say(left);
        heard.delete(topic.name);
        line.say({ unsubscribe: topic.name });
      };
    },
    /** Once and now: what is said while the line is down is lost, and nothing is said later. */
    say: line.say,
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
