import type { DueReason, MaintenanceRecord, PlanTrigger } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatArea, formatNumber } from '../../../kit/format/format.ts';
import { usePartName } from '../../../shared/words/use-part-name.ts';
import { useWords } from '../../../shared/words/use-words.ts';

/** Triggers, reasons and records in the reader's language. */
export function useMaintenanceWords() {
  const { t } = useTranslation('service/maintenance');
  const { word } = useWords();
  const versionPart = usePartName();
  return useMemo(() => {
    const part = (id: string | null) => (id === null ? '' : word('consumable', id));
    const amount = (kind: PlanTrigger['kind'], value: number) =>
      kind === 'AREA_M2' ? formatArea(value) : formatNumber(value, Number.isInteger(value) ? 0 : 1);
    const trigger = ({ kind, value, part: id }: Pick<PlanTrigger, 'kind' | 'value' | 'part'>) =>
      t(`every.${kind}`, { count: value, shown: amount(kind, value), part: part(id) });
    return {
      part,
      trigger,
      triggers: (list: readonly Pick<PlanTrigger, 'kind' | 'value' | 'part'>[]) =>
        list.map(trigger).join(t('or')),
      /** Which trigger comes first, and how far it is. */
      reason: ({ kind, value, part: id, present }: DueReason) =>
        t(`reasons.${kind}`, {
          count: value,
          shown: amount(kind, value),
          present: present === null ? '—' : amount(kind, present),
          part: part(id),
        }),
      /** What was done. Records of the server have no text of a person. */
      content: ({ content, source, details }: Pick<MaintenanceRecord, 'content' | 'source' | 'details'>) => {
        if (source === 'RESET') {
          const name = t('replaced', { part: part(details['part'] ?? '') });
          return content ? `${name}: ${content}` : name;
        }
        if (source === 'UPDATE')
          return Object.entries(details)
            .map(([name, change]) => `${versionPart(name)} ${change}`)
            .join(' · ');
        return content;
      },
    };
  }, [t, word, versionPart]);
}
