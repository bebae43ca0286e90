import type { WorkOrderResolution, WorkOrderWait } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '../../../kit/offline/outbox-entry.ts';
import { useWorkOrderWords } from '../../../shared/work-order-words/use-work-order-words.ts';
import { actOf } from './queued-acts.ts';

/** An entry of the outbox in words: what was done, and what was written. */
export function useActWords() {
  const { t } = useTranslation('service/my-orders');
  const { word } = useWorkOrderWords();
  return (entry: OutboxEntry): string => {
    const act = actOf(entry);
    if (!act) return entry.files.length > 0 ? t('pictures', { count: entry.files.length }) : t('work');
    const { kind, choice, text } = act;
    // The choices of stored entries were values of the contract when they were written.
    const what =
      kind === 'resolve'
        ? word('resolution', choice as WorkOrderResolution)
        : kind === 'wait'
          ? word('waiting', choice as WorkOrderWait)
          : t(`act.${kind}`);
    return text ? `${what}: ${text}` : what;
  };
}
