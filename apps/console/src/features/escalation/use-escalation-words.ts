import type { DeliveryRule, EscalationPolicy } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';

type Target = EscalationPolicy['steps'][number]['targets'][number];

/** Steps and rules in words. */
export function useEscalationWords() {
  const { t } = useTranslation('escalation');
  return useMemo(() => {
    const after = (minutes: number) => t('after', { count: minutes, shown: formatNumber(minutes) });
    const target = ({ kind, name }: Target) =>
      kind === 'FAE' || kind === 'PARENT' ? t(`targets.${kind}`) : (name ?? t('notSeen'));
    return {
      after,
      target,
      step: ({ afterMinutes, targets }: EscalationPolicy['steps'][number]) =>
        `${after(afterMinutes)}: ${targets.map(target).join(', ')}`,
      rule: ({ kind, policy, step, target: of }: DeliveryRule) =>
        kind === 'CODE'
          ? t('ruleCode')
          : t('ruleStep', {
              policy: policy ?? '',
              step: formatNumber(step ?? 0),
              target: t(`targets.${of}`),
            }),
    };
  }, [t]);
}
