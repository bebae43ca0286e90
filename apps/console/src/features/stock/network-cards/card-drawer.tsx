import {
  monthForecast,
  networkCardCalls,
  type CardUsageDay,
  type NetworkCard,
  pages,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Facts } from '../../../kit/ui/facts.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatBytes, formatDate, unknown } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useNow } from '../../../kit/format/use-now.ts';
import { CardActions } from './card-actions.tsx';
import { CardMark } from './card-mark.tsx';
import { UsageChart } from './usage-chart.tsx';

/** Drawer of a card: its data, its usage, and the forecast of the month. */
export function CardDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('stock/network-cards');
  const detail = useQuery({ ...callQuery(networkCardCalls.detail, { id }), meta: { silent: true } });
  const card = detail.data?.card;
  return (
    <Drawer
      open
      size={460}
      onClose={onClose}
      title={card && <h2 className="card-title">{card.iccid}</h2>}
      aria-label={t('card')}
      extra={card && <CardActions card={card} onGone={onClose} />}
    >
      {detail.error ? (
        <Failure error={detail.error} onRetry={() => void detail.refetch()} />
      ) : detail.data ? (
        <Facts>
          <CardMark card={detail.data.card} />
          {detail.data.card.suspendedBecause && <p>{detail.data.card.suspendedBecause}</p>}
          <Month {...detail.data} />
          <About card={detail.data.card} />
        </Facts>
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  );
}

function Month({ card, usage }: { card: NetworkCard; usage: CardUsageDay[] }) {
  const { t } = useTranslation('stock/network-cards');
  const now = useNow();
  const forecast = monthForecast(usage, card.usedBytes, new Date(now));
  const exceeds = forecast !== null && card.monthlyBytes !== null && forecast > card.monthlyBytes;
  return (
    <section>
      <h3>{t('thisMonth')}</h3>
      <dl className="card-month">
        <div>
          <dt>{t('used')}</dt>
          <dd>
            <Figure value={formatBytes(card.usedBytes)} />
          </dd>
        </div>
        <div>
          <dt>{t('monthly')}</dt>
          <dd>
            <Figure value={formatBytes(card.monthlyBytes)} />
          </dd>
        </div>
        <div>
          <dt>{t('forecast')}</dt>
          <dd className={exceeds ? 'card-bad' : ''}>
            <Figure value={formatBytes(forecast)} formula={t('forecastFormula')} />
          </dd>
        </div>
      </dl>
      {exceeds && <p className="card-warning">{t('willExceed')}</p>}
      <UsageChart usage={usage} />
      <p className="card-told">
        {t('toldAt')} <Ago at={card.toldAt} />
      </p>
    </section>
  );
}

function About({ card }: { card: NetworkCard }) {
  const { t } = useTranslation('stock/network-cards');
  return (
    <section>
      <h3>{t('card')}</h3>
      <dl>
        <Fact name={t('device')}>
          {card.device && <Link to={pages.device({ id: card.device.id })}>{card.device.nickname}</Link>}
        </Fact>
        <Fact name={t('company')}>{card.companyName}</Fact>
        <Fact name={t('operator')}>{card.operator}</Fact>
        <Fact name={t('package')}>{card.packageType}</Fact>
        <Fact name={t('activated')}>{formatDate(card.activatedAt)}</Fact>
        <Fact name={t('expires')}>{formatDate(card.expiresAt)}</Fact>
        <Fact name={t('remark')}>{card.remark}</Fact>
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children || unknown}</dd>
  </div>
);
