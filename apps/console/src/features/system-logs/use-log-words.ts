import { systemLogCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../kit/api/api.ts';

/** What can be done, as choices in the reader's language; of one kind of record only, if one is chosen. */
export function useLogWords(kind?: string) {
  const { data } = useQuery({
    ...reading(systemLogCalls.words, {}),
    staleTime: Infinity,
    meta: { silent: true },
  });
  const actions = (data?.actions ?? []).filter((action) => !kind || action.kind === kind);
  return { kinds: data?.kinds ?? [], actions: actions.map(({ value, label }) => ({ value, label })) };
}
