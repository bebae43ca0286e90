import { commandCalls, isOverCommand, topics } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../kit/api/api.ts';
import { useLive, useTopic } from '../../kit/api/use-live.ts';
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
  // What a robot says within a phase of its job is pushed long before it is written.
  useLive(topics.jobs, commandCalls.detail, { id }, (old, { changes }) => {
    const change = changes.find((one) => one.id === id);
    return change ? { ...old, job: change.job } : old;
  });
  return query;
}
