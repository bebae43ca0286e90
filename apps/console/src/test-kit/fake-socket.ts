import type { Message, Topic } from '@sweepline/contract';
import { createFrameListeners } from '../kit/api/frame-listeners.ts';
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

  readonly #frames = createFrameListeners((request) => this.say(request));
  listenFrames = this.#frames.listen;
  /** Pushes a binary message: the id of a session and a frame. */
  pushFrame(sessionId: string, frame: Uint8Array) {
    const id = sessionId.replaceAll('-', '').match(/../g) ?? [];
    this.#frames.received(Uint8Array.from([...id.map((hex) => Number.parseInt(hex, 16)), ...frame]).buffer);
  }

  /** The requests that pages sent. */
  readonly sent: object[] = [];
  say = (request: object) => void this.sent.push(request);

  close() {
    this.#listeners.clear();
  }
}
