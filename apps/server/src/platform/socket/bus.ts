import { EventEmitter } from 'node:events';

/** The recipients of a message: every account whose scope contains the company, or only `accountId`. */
export interface Audience {
  companyId: string;
  accountId?: string;
}

export interface BusMessage {
  channel: string;
  content: unknown;
  audience?: Audience;
}

/**
 * Messages between the parts of the program: api, socket, gateway, jobs. In one process they are delivered synchronously. An
 * installation with several processes replaces this module by PostgreSQL `LISTEN/NOTIFY` or the broker.
 */
export interface Bus {
  publish(channel: string, content: unknown, audience?: Audience): void;
  /** Returns the function that ends the subscription. */
  subscribe(channel: string, listener: (message: BusMessage) => void): () => void;
  /** Subscribes to every channel; the socket forwards from here. */
  subscribeAll(listener: (message: BusMessage) => void): () => void;
}

const everyChannel = Symbol('every channel');

/** Creates a bus within this process. Errors of subscribers are passed to `onError`. */
export function localBus(onError: (error: unknown) => void): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);

  const listen = (name: string | symbol, listener: (message: BusMessage) => void) => {
    // A failing listener must not stop the other listeners or the publisher.
    const guarded = (message: BusMessage) => {
      try {
        listener(message);
      } catch (error) {
        onError(error);
      }
    };
    emitter.on(name, guarded);
    return () => void emitter.off(name, guarded);
  };

  return {
    publish: (channel, content, audience) => {
      const message: BusMessage = { channel, content, ...(audience && { audience }) };
      emitter.emit(channel, message);
      emitter.emit(everyChannel, message);
    },
    subscribe: (channel, listener) => listen(channel, listener),
    subscribeAll: (listener) => listen(everyChannel, listener),
  };
}
