import { workOrderWorkCalls, type WorkOrderWork } from '@sweepline/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../kit/api/random.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { inputOf, type WorkDraft } from './work-draft.ts';

/** Saves the work. The same content keeps its id, so that a repetition after a lost answer is not a second save. */
export function useWorkSave(
  orderId: string,
  after: (work: WorkOrderWork) => void,
  /** After a refusal: the stored work may be another one by now. */
  onRefused: () => void,
) {
  const { t } = useTranslation('order-work');
  const last = useRef({ content: '', clientId: '' });
  const action = useAction(workOrderWorkCalls.saveWork, { done: t('saved'), after, silent: true });
  const save = (draft: WorkDraft, version: number) => {
    const input = inputOf(draft);
    const content = JSON.stringify([version, input]);
    if (last.current.content !== content) last.current = { content, clientId: randomUuid() };
    action.mutate(
      { id: orderId, version, clientId: last.current.clientId, ...input },
      { onError: onRefused },
    );
  };
  return { save, error: action.error, isPending: action.isPending, reset: action.reset };
}
