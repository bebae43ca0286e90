import type { Call, Output, Sent } from '@sweepline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { send } from './api.ts';
import { toast } from '../ui/toasts.ts';

interface Options<C extends Call> {
  /** What was done, in the button's own verb: "Paused J30-0007". Null says nothing: the page shows the effect itself. */
  done?: string | null | ((output: Output<C>, input: Sent<C>) => string | null);
  after?: (output: Output<C>, input: Sent<C>) => void;
  /** Makes it undone; the toast offers it. */
  undo?: (output: Output<C>, input: Sent<C>) => void;
  /** Further families the change touches. */
  also?: string[];
  /** Does not raise the loading mask. */
  quiet?: boolean;
  /** The page shows the failure itself. */
  silent?: boolean;
}

/**
 * A call that changes something: on success it says so and renews what was read from the same
 * family. Failures are told once, by the query client.
 */
export function useAction<C extends Call>(call: C, options: Options<C> = {}) {
  const cache = useQueryClient();
  const { t } = useTranslation('kit');
  const { done, after, undo, also = [], quiet = false, silent = false } = options;
  return useMutation({
    meta: { silent },
    mutationFn: (input: Sent<C>) => send(call, input, { quiet }),
    onSuccess: async (output, input) => {
      const text = typeof done === 'function' ? done(output, input) : done === undefined ? t('saved') : done;
      if (text !== null) {
        toast({
          tone: 'done',
          text,
          ...(undo && { action: { text: t('undo'), run: () => undo(output, input) } }),
        });
      }
      after?.(output, input);
      await Promise.all(
        [call.family, ...also].map((family) => cache.invalidateQueries({ queryKey: [family] })),
      );
    },
  });
}
