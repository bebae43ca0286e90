import type { Message, Topic } from '@sweepline/contract';
import type { Socket } from '../kit/api/socket.ts';

/** A line on which a test speaks as the server. What it says must be what the topic promises. */
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

  /** What pages said. */
  readonly said: object[] = [];
  say = (request: object) => void this.said.push(request);

  close() {
    this.#listeners.clear();
  }
}
