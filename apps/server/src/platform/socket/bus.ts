import { EventEmitter } from 'node:events';

/** Who may hear a message: everybody who sees the company; with `accountId`, that account alone. */
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
 * Messages between the roles of the program: api, socket, gateway, jobs. In one process they are delivered at once; an
 * installation of several processes replaces this one module by PostgreSQL `LISTEN/NOTIFY` or the broker.
 */
export interface Bus {
  publish(channel: string, content: unknown, audience?: Audience): void;
  /** Returns the function that ends the subscription. */
  subscribe(channel: string, hear: (message: BusMessage) => void): () => void;
  /** Every message of every channel: what the socket forwards. */
  subscribeAll(hear: (message: BusMessage) => void): () => void;
}

const everyChannel = Symbol('every channel');

export function localBus(onError: (error: unknown) => void): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);

  const listen = (name: string | symbol, hear: (message: BusMessage) => void) => {
    // One listener that fails must neither stop the others nor the publisher.
    const guarded = (message: BusMessage) => {
      try {
        hear(message);
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
    subscribe: (channel, hear) => listen(channel, hear),
    subscribeAll: (hear) => listen(everyChannel, hear),
  };
}
