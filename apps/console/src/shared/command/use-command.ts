import { commandCalls, isOverCommand, topics } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../kit/api/api.ts';
import { useLive, useTopic } from '../../kit/api/use-live.ts';
import { renewAfterMs } from './command-life.ts';

/** Reads a command, and reads it again when the server reports a change. */
export function useCommand(id: string) {
  const query = useQuery({
    ...callQuery(commandCalls.detail, { id }),
    refetchInterval: ({ state }) =>
      state.data && isOverCommand(state.data) ? false : renewAfterMs(state.data && [state.data]),
    meta: { silent: true },
  });
  useTopic(topics.commands, ({ changes }) => {
    if (changes.some((change) => change.id === id)) void query.refetch();
  });
  // Progress within a phase of a job is pushed long before it is stored.
  useLive(topics.jobs, commandCalls.detail, { id }, (old, { changes }) => {
    const change = changes.find((candidate) => candidate.id === id);
    return change ? { ...old, job: change.job } : old;
  });
  return query;
}
