import { deviceStockCalls, deviceWarrantyCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { Failure } from '../../kit/ui/failure.tsx';
import { formatTime } from '../../kit/format/format.ts';
import { may } from '../../kit/api/may.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { Line, Offers, Part, Receipts, Serials, WarrantyPart } from './custody-parts.tsx';
import './custody.css';

/** The custody of a device: holders, serial numbers, resales, receipts and warranty, as far as the user may see them. */
export function CustodyView({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('custody');
  const query = useQuery({
    ...callQuery(deviceStockCalls.custody, { id: deviceId }),
    meta: { silent: true },
  });
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={6} />;
  const { custody, hiddenBefore, serials, resales, unbindings } = query.data;
  return (
    <div className="cu-view">
      <Part title={t('holders')}>
        <Line>
          {custody.map(({ id, companyName, act, by, since, until }) => (
            <li key={id} aria-current={until === null ? 'true' : undefined}>
              {companyName}
              <small>
                {until === null
                  ? t('sinceToday', { date: formatTime(since) })
                  : t('span', { from: formatTime(since), to: formatTime(until) })}{' '}
                · {t(`act.${act}`, { who: by })}
              </small>
            </li>
          ))}
        </Line>
        {hiddenBefore && <p>{t('hidden')}</p>}
      </Part>
      {serials.length > 1 && <Serials serials={serials} deviceId={deviceId} />}
      {resales.length > 0 && <Offers resales={resales} />}
      {may(deviceWarrantyCalls.history.allow) && <WarrantyPart deviceId={deviceId} />}
      {unbindings.length > 0 && <Receipts unbindings={unbindings} />}
    </div>
  );
}
