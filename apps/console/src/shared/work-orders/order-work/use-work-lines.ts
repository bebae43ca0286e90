import type { CheckAnswer, WorkOrderWork } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import type { WorkDraft } from './work-draft.ts';

/** The values of a draft by the name of their field, to compare two versions. */
export function useWorkLines({ checklist }: WorkOrderWork) {
  const { t } = useTranslation('order-work');
  const items = new Map(checklist?.items.map((item) => [item.id, item]));
  const valueOf = ({ value, note }: CheckAnswer): string => {
    const text =
      typeof value === 'boolean'
        ? t(value ? 'inOrder' : 'notInOrder')
        : Array.isArray(value)
          ? t('pictureCount', { count: value.length, shown: formatNumber(value.length) })
          : typeof value === 'number'
            ? formatNumber(value, 3)
            : value;
    return [text, note].filter(Boolean).join(' · ');
  };
  return ({ answers, parts, labourMinutes, signature }: WorkDraft): Map<string, string> => {
    const lines = new Map<string, string>();
    for (const answer of answers)
      lines.set(items.get(answer.itemId)?.text ?? t('otherPoint'), valueOf(answer));
    for (const { name, quantity } of parts) lines.set(name, `× ${formatNumber(quantity)}`);
    if (labourMinutes !== null)
      lines.set(t('labour'), t('minutesOf', { count: labourMinutes, shown: formatNumber(labourMinutes) }));
    if (signature) lines.set(t('signature'), signature.name);
    return lines;
  };
}
