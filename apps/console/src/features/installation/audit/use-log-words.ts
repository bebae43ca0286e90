import { systemLogCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';

/** Kinds of records and actions as choices in the reader's language. With a kind, only its actions. */
export function useLogWords(kind?: string) {
  const { data } = useQuery({
    ...callQuery(systemLogCalls.words, {}),
    staleTime: Infinity,
    meta: { silent: true },
  });
  const actions = (data?.actions ?? []).filter((action) => !kind || action.kind === kind);
  return { kinds: data?.kinds ?? [], actions: actions.map(({ value, label }) => ({ value, label })) };
}
