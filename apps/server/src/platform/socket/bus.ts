import { EventEmitter } from 'node:events';
import type { z } from 'zod';

/** The recipients of a message: every account whose scope contains the company, or only `accountId`. */
export interface Audience {
  companyId: string;
  accountId?: string;
}

/** A channel with the type of its messages. A topic of the contract is a channel, too; browsers receive its messages. */
export interface Channel<C> {
  readonly name: string;
  readonly message?: z.ZodType<C>;
}

/** A channel between parts of the server, which browsers never receive. */
export const createChannel = <C>(name: string): Channel<C> => ({ name });

export interface BusMessage<C = unknown> {
  /** The name of the channel. */
  channel: string;
  content: C;
  audience?: Audience;
}

/**
 * Messages between the parts of the program: api, socket, gateway, jobs. In one process they are delivered synchronously. An
 * installation with several processes replaces this module by PostgreSQL `LISTEN/NOTIFY` or the broker.
 */
export interface Bus {
  publish<C>(channel: Channel<C>, content: NoInfer<C>, audience?: Audience): void;
  /** Returns the function that ends the subscription. */
  subscribe<C>(channel: Channel<C>, listener: (message: BusMessage<C>) => void): () => void;
  /** Subscribes to every channel; the socket forwards from here. */
  subscribeAll(listener: (message: BusMessage) => void): () => void;
}

const everyChannel = Symbol('every channel');

/** Creates a bus within this process. Errors of subscribers are passed to `onError`. */
export function localBus(onError: (error: unknown) => void): Bus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);

  const listen = <C>(name: string | symbol, listener: (message: BusMessage<C>) => void) => {
    // A failing listener must not stop the other listeners or the publisher.
    const guarded = (message: BusMessage<C>) => {
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
    publish: ({ name }, content, audience) => {
      const message: BusMessage = { channel: name, content, ...(audience && { audience }) };
      emitter.emit(name, message);
      emitter.emit(everyChannel, message);
    },
    subscribe: ({ name }, listener) => listen(name, listener),
    subscribeAll: (listener) => listen(everyChannel, listener),
  };
}
