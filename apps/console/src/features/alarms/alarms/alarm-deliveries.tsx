import { alarmDeliveryReasons, alarmTellingCalls, type Output } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { useDeliveryWords } from '../../../shared/delivery/use-delivery-words.ts';

type Delivery = Output<typeof alarmTellingCalls.deliveries>['list'][number];

/** The newest notices of one alarm: to whom, how, by which rule, and what became of each. */
export function AlarmDeliveries({ alarmId }: { alarmId: string }) {
  const { t } = useTranslation('delivery');
  const { data, error, refetch } = useQuery({
    ...callQuery(alarmTellingCalls.deliveries, { id: alarmId, pageSize: 50 }),
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data?.list.length === 0) return <p className="alarm-quiet">{t('none')}</p>;
  return (
    <ol className="alarm-history">
      {data?.list.map((delivery) => (
        <DeliveryLine key={delivery.id} delivery={delivery} />
      ))}
    </ol>
  );
}

function DeliveryLine({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('delivery');
  const words = useDeliveryWords();
  const { channel, rule, state, reason, repetition, at } = delivery;
  const details = [
    words.rule(rule),
    repetition > 0 && t('reminder', { number: formatNumber(repetition) }),
    reasonIn(reason) && t(`reasons.${reasonIn(reason)!}`),
  ];
  return (
    <li>
      <Icon name={channel === 'MAIL' ? 'mail' : 'bell'} size={16} />
      <div>
        <span>
          {words.receiver(delivery)} · {t(`channels.${channel}`)} · {t(`states.${state}`)}
        </span>
        <p>{details.filter(Boolean).join(' · ')}</p>
        <small>
          <Ago at={at} />
        </small>
      </div>
    </li>
  );
}

const reasonIn = (reason: string) => alarmDeliveryReasons.find((known) => known === reason);
