import type { Call, Message, Output, Sent, Topic } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { Socket } from './socket.ts';

/** Null without a session, and in tests of pages that need no push. */
export const SocketContext = createContext<Socket | null>(null);

/** Listens to a topic while the component is mounted. With `only`, for these ids. A null topic listens to nothing. */
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
  // The name identifies a topic, so a new topic object on every render does not subscribe again.
  const name = topic?.name;
  const ids = only?.join(' ');
  useEffect(() => {
    const current = latest.current.topic;
    if (!socket || name === undefined || !current || ids === '') return;
    const receive = (message: Message<T>) => latest.current.listener(message);
    return socket.listen(current, receive, ids?.split(' '));
  }, [socket, name, ids]);
}

/**
 * Applies each message of a topic to the cached reply of a call, so that a page has one source of data.
 * `next` returns the old value if the message does not concern it. `only` is as in `useTopic`.
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
