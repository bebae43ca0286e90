import type { Call, Message, Output, Sent, Topic } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { Socket } from './socket.ts';

/** Null where nobody is signed in, and in tests of pages that need no push. */
export const SocketContext = createContext<Socket | null>(null);

/** Hears one topic while the component is shown, where `only` is given what it says of these records. Null hears nothing. */
export function useTopic<T extends Topic>(
  topic: T | null,
  listener: (message: Message<T>) => void,
  only?: readonly string[],
) {
  const socket = useContext(SocketContext);
  const latest = useRef({ topic, listener });
  useEffect(() => {
    latest.current = { topic, listener };
  });
  // A topic is its name: one made anew on every render is the same stream.
  const name = topic?.name;
  const ids = only?.join(' ');
  useEffect(() => {
    const wanted = latest.current.topic;
    if (!socket || name === undefined || !wanted || ids === '') return;
    const hear = (message: Message<T>) => latest.current.listener(message);
    return socket.listen(wanted, hear, ids?.split(' '));
  }, [socket, name, ids]);
}

/**
 * Push feeds the cache: each message becomes the next answer of the call it belongs to, so that a page has one source.
 * `next` may answer the old value when the message does not concern it. `only` as above.
 */
export function useLive<T extends Topic, C extends Call>(
  topic: T | null,
  call: C,
  input: Sent<C>,
  next: (old: Output<C>, message: Message<T>) => Output<C>,
  only?: readonly string[],
) {
  const cache = useQueryClient();
  const key = [call.family, call.path, input];
  useTopic(topic, (message) => cache.setQueryData<Output<C>>(key, (old) => old && next(old, message)), only);
}
