import { confirmableField, type Call, type Output, type Sent } from '@sweepline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, send } from './api.ts';
import { toast } from '../ui/toasts.ts';

interface Options<C extends Call> {
  /** Text of the toast, with the button's verb: "Paused J30-0007". Null shows no toast, because the page shows the effect. */
  done?: string | null | ((output: Output<C>, input: Sent<C>) => string | null);
  after?: (output: Output<C>, input: Sent<C>) => void;
  /** Undoes the change. The toast offers it. */
  undo?: (output: Output<C>, input: Sent<C>) => void;
  /** Further call families whose reads are invalidated. */
  also?: string[];
  /** Does not raise the loading mask. */
  quiet?: boolean;
  /** The page shows the failure itself. */
  silent?: boolean;
  /** What failed, before the reason: "Configuration failed". */
  failed?: string;
}

/** The same input, with the field by which a person overrules the refusal. The refusal names a field of this input. */
const confirmed = <I>(input: I, field: string) => ({ ...(input as object), [field]: true }) as I;

/**
 * A mutation. On success it shows a toast and invalidates the reads of the same family. The query client shows failures; one
 * that a person may overrule gets a button here.
 */
export function useAction<C extends Call>(call: C, options: Options<C> = {}) {
  const cache = useQueryClient();
  const { t } = useTranslation('kit');
  const { done, after, undo, also = [], quiet = false, silent = false, failed } = options;
  const action = useMutation({
    meta: { silent, failed },
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
    onError: (error, input) => {
      const field = error instanceof CallError ? confirmableField(error.reasons) : undefined;
      if (!(error instanceof CallError) || field === undefined) return;
      // The same text replaces the toast of the query client.
      toast({
        tone: 'failed',
        text: error.fields[field] ?? error.message,
        action: { text: t('goOnAnyway'), run: () => action.mutate(confirmed(input, field)) },
      });
    },
  });
  return action;
}
