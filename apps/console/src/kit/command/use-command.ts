import { commandCalls, isOverCommand, topics } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../api.ts';
import { useTopic } from '../use-live.ts';
import { renewAfterMs } from './command-life.ts';

/** One command as it goes on: read again when the server says that it did. */
export function useCommand(id: string) {
  const query = useQuery({
    ...reading(commandCalls.detail, { id }),
    refetchInterval: ({ state }) =>
      state.data && isOverCommand(state.data) ? false : renewAfterMs(state.data && [state.data]),
    meta: { silent: true },
  });
  useTopic(topics.commands, ({ changes }) => {
    if (changes.some((change) => change.id === id)) void query.refetch();
  });
  return query;
}
