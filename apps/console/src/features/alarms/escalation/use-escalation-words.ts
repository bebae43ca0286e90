import type { EscalationPolicy } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';

type Target = EscalationPolicy['steps'][number]['targets'][number];

/** The steps of a policy in words. */
export function useEscalationWords() {
  const { t } = useTranslation('alarms/escalation');
  const { t: word } = useTranslation('delivery');
  return useMemo(() => {
    const after = (minutes: number) => t('after', { count: minutes, shown: formatNumber(minutes) });
    const target = ({ kind, name }: Target) =>
      kind === 'FAE' || kind === 'PARENT' ? word(`targets.${kind}`) : (name ?? word('notSeen'));
    return {
      after,
      target,
      step: ({ afterMinutes, targets }: EscalationPolicy['steps'][number]) =>
        `${after(afterMinutes)}: ${targets.map(target).join(', ')}`,
    };
  }, [t, word]);
}
