import { subscriptionCalls, type Delivery, type Subscription } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatDay } from '../../../kit/format/format-day.ts';
import { formatNumber, formatTime } from '../../../kit/format/format.ts';
import type { IconName } from '../../../kit/ui/icons.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { useReason } from './rhythm-words.ts';

export const deliveryLooks: Record<Delivery['state'], { tone: Tone; icon: IconName }> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  SENDING: { tone: 'moving', icon: 'mail' },
  SENT: { tone: 'working', icon: 'check' },
  GAVE_UP: { tone: 'fault', icon: 'alert' },
};

const maxRows = 50;
const pollMs = 5_000;

/** Delivery log of a subscription: address, time, state and reason of each mail. */
export function DeliveryDrawer({
  subscription,
  onClose,
}: {
  subscription: Subscription;
  onClose: () => void;
}) {
  const { t } = useTranslation('figures/report-subscriptions');
  const { data, error, refetch } = useQuery({
    ...callQuery(subscriptionCalls.deliveries, { id: subscription.id, pageSize: maxRows }),
    // The log is polled while a mail is waiting or being sent.
    refetchInterval: ({ state }) =>
      state.data?.list.some((delivery) => delivery.state === 'WAITING' || delivery.state === 'SENDING')
        ? pollMs
        : false,
    meta: { silent: true },
  });
  return (
    <Drawer
      open
      size={520}
      onClose={onClose}
      title={t('logTitle', { name: subscription.name })}
      aria-label={t('log')}
    >
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : data.list.length === 0 ? (
        <Empty icon="mail" title={t('noLog')} hint={t('noLogHint')} />
      ) : (
        <ol className="subscription-log">
          {data.list.map((delivery) => (
            <DeliveryItem key={delivery.id} id={subscription.id} delivery={delivery} />
          ))}
        </ol>
      )}
    </Drawer>
  );
}

function DeliveryItem({ id, delivery }: { id: string; delivery: Delivery }) {
  const { t } = useTranslation('figures/report-subscriptions');
  const reasonOf = useReason();
  const retry = useAction(subscriptionCalls.retry, { done: t('triedAgain', { address: delivery.address }) });
  const { state, address, from, to, byHand, attempts, dueAt, reason, sentAt, createdAt } = delivery;
  return (
    <li>
      <div>
        <strong>{address || t('noAddress')}</strong>
        <small>
          {from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`}
          {byHand && ` · ${t('byHand')}`}
          {delivery.hasDocument && ` · ${t('withDocument')}`}
        </small>
        {reason && <small className="subscription-reason">{reasonOf(reason)}</small>}
        {state === 'WAITING' && attempts > 0 && (
          <small>{t('nextTry', { attempts: formatNumber(attempts), at: formatTime(dueAt) })}</small>
        )}
      </div>
      <div className="subscription-log-end">
        <StateMark {...deliveryLooks[state]} word={t(`states.${state}`)} />
        <small>
          <Ago at={sentAt ?? createdAt} />
        </small>
        {state === 'GAVE_UP' && (
          <Allowed call={subscriptionCalls.retry}>
            <Button
              look="quiet"
              icon="refresh"
              busy={retry.isPending}
              onClick={() => retry.mutate({ id, delivery: delivery.id })}
            >
              {t('tryAgain')}
            </Button>
          </Allowed>
        )}
      </div>
    </li>
  );
}
