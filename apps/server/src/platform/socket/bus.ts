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
  /** What another server sends is parsed with it. */
  readonly message?: z.ZodType<C>;
  /** Its messages stay in the server that publishes them. */
  readonly isLocal?: boolean;
}

/** A channel between the servers of an installation, which browsers never receive. */
export const createChannel = <C>(name: string, message: z.ZodType<C>): Channel<C> => ({ name, message });

/** A channel between the parts of one server. */
export const createLocalChannel = <C>(name: string): Channel<C> => ({ name, isLocal: true });

export interface BusMessage<C = unknown> {
  /** The name of the channel. */
  channel: string;
  content: C;
  audience?: Audience;
  /** Another server published it: its content is not parsed yet. */
  isRemote?: true;
}

/**
 * Messages between the parts of the program: api, socket, gateway, jobs. Within one process they are delivered synchronously,
 * to other servers of the installation soon after. A message may be lost when a connection breaks: it wakes a reader up, and
 * what must not be lost is a row.
 */
export interface Bus {
  publish<C>(channel: Channel<C>, content: NoInfer<C>, audience?: Audience): void;
  /** Returns the function that ends the subscription. */
  subscribe<C>(channel: Channel<C>, listener: (message: BusMessage<C>) => void): () => void;
  /** Subscribes to what this server publishes itself, for work that the installation does once. */
  subscribeOwn<C>(channel: Channel<C>, listener: (message: BusMessage<C>) => void): () => void;
  /** Subscribes to every channel; the socket forwards from here. Of other servers it gets the channels of `hear`. */
  subscribeAll(listener: (message: BusMessage) => void): () => void;
  /** Receives a channel from the other servers until the returned function is called. */
  hear(channel: string): () => void;
  /** Calls the listener when messages of other servers may have been lost: what they announce must be read again. */
  onGap(listener: () => void): () => void;
}

/** The connection to the other servers. */
export interface RemoteBus {
  send(message: BusMessage): void;
  hear(channel: string): () => void;
  onMessage(listener: (message: BusMessage) => void): void;
  onGap(listener: () => void): void;
}

const alone: RemoteBus = { send: () => {}, hear: () => () => {}, onMessage: () => {}, onGap: () => {} };
const everyChannel = Symbol('every channel');
const gap = Symbol('gap');

/** Creates the bus of this server. Errors of subscribers are passed to `onError`. */
export function createBus(onError: (error: unknown) => void, remote: RemoteBus = alone): Bus {
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
  const deliver = (message: BusMessage) => {
    emitter.emit(message.channel, message);
    emitter.emit(everyChannel, message);
  };
  remote.onMessage((message) => deliver({ ...message, isRemote: true }));
  remote.onGap(() => void emitter.emit(gap));

  return {
    publish: ({ name, isLocal }, content, audience) => {
      const message: BusMessage = { channel: name, content, ...(audience && { audience }) };
      deliver(message);
      if (!isLocal) remote.send(message);
    },
    subscribe: <C>({ name, message: schema }: Channel<C>, listener: (message: BusMessage<C>) => void) => {
      const stops = [
        remote.hear(name),
        listen<C>(name, (it) =>
          listener(it.isRemote && schema ? { ...it, content: schema.parse(it.content) } : it),
        ),
      ];
      return () => stops.forEach((stop) => stop());
    },
    subscribeOwn: <C>({ name }: Channel<C>, listener: (message: BusMessage<C>) => void) =>
      listen<C>(name, (it) => {
        if (!it.isRemote) listener(it);
      }),
    subscribeAll: (listener) => listen(everyChannel, listener),
    hear: remote.hear,
    onGap: (listener) => listen(gap, listener),
  };
}

/** The bus of a server without others beside it. */
export const localBus = (onError: (error: unknown) => void): Bus => createBus(onError);
