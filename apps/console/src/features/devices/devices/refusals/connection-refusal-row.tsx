import { pages, type ConnectionRefusal } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';

/** Equal refused connections: who, why, the next step, from where and how often. */
export function ConnectionRefusalRow({ refusal }: { refusal: ConnectionRefusal }) {
  const { t } = useTranslation('devices/devices');
  const { sn, reason, address, firstAt, lastAt, count, device } = refusal;
  return (
    <li>
      <div>
        <strong>{sn || t('refusals.noName')}</strong>
        {device && <Link to={pages.device({ id: device.id })}>{device.nickname}</Link>}
        <span>{t(`refusals.reason.${reason}`)}</span>
        <small>{t(`refusals.next.${reason}`)}</small>
        <small>
          {address || t('refusals.manyAddresses')} · {t('refusals.first')} <Ago at={firstAt} /> ·{' '}
          {t('refusals.last')} <Ago at={lastAt} /> ·{' '}
          {t('refusals.times', { count, shown: formatNumber(count) })}
        </small>
      </div>
    </li>
  );
}
