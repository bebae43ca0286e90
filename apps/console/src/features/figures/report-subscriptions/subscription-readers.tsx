import type { Subscription } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';

const shownNames = 2;

/** The first readers, how many more there are, and how many have unsubscribed. */
export function SubscriptionReaders({ readers }: Pick<Subscription, 'readers'>) {
  const { t } = useTranslation('figures/report-subscriptions');
  const active = readers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
  const left = readers.length - active.length;
  const full = active.map(({ name, address }) => (address ? `${name} <${address}>` : name));
  const names = active.slice(0, shownNames).map(({ name }) => name);
  return (
    <>
      <span title={full.join('\n')}>
        {names.join(', ')}
        {active.length > shownNames && ` +${formatNumber(active.length - shownNames)}`}
      </span>
      {left > 0 && <small>{t('leftCount', { count: left, shown: formatNumber(left) })}</small>}
    </>
  );
}
