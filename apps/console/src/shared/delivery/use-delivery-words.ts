import type { alarmTellingCalls, DeliveryRule, Output } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../kit/format/format.ts';

type Delivery = Output<typeof alarmTellingCalls.deliveries>['list'][number];

/** Receivers of notices about alarms, and the rules that named them, in words. */
export function useDeliveryWords() {
  const { t } = useTranslation('delivery');
  return useMemo(
    () => ({
      receiver: ({ name, rule }: Pick<Delivery, 'name' | 'rule'>): string =>
        rule.target === 'EVERYONE' || rule.target === 'PARENT'
          ? t(`targets.${rule.target}`)
          : (name ?? t('notSeen')),
      rule: ({ kind, policy, step, target }: DeliveryRule): string =>
        kind === 'CODE'
          ? t('ruleCode')
          : t('ruleStep', {
              policy: policy ?? '',
              step: formatNumber(step ?? 0),
              target: t(`targets.${target}`),
            }),
    }),
    [t],
  );
}
