import type { Message, Topic } from '@sweepline/contract';
import type { Socket } from '../kit/api/socket.ts';

/** A socket on which a test pushes messages as the server. Each message must match the schema of its topic. */
export class FakeSocket implements Socket {
  readonly #listeners = new Map<string, Set<(message: never) => void>>();

  listen<T extends Topic>(topic: T, listener: (message: Message<T>) => void) {
    const listeners = this.#listeners.get(topic.name) ?? new Set();
    this.#listeners.set(topic.name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  push<T extends Topic>(topic: T, message: Message<T>) {
    const sent = topic.message.parse(message);
    this.#listeners.get(topic.name)?.forEach((listener) => listener(sent as never));
  }

  /** The requests that pages sent. */
  readonly sent: object[] = [];
  say = (request: object) => void this.sent.push(request);

  close() {
    this.#listeners.clear();
  }
}
