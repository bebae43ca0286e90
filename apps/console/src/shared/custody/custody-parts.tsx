import { deviceWarrantyCalls, type deviceStockCalls, type Output } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { formatDate, formatTime } from '../../kit/format/format.ts';
import { useWords } from '../words/use-words.ts';
import { ClearedList } from './cleared-list.tsx';

type Custody = Output<typeof deviceStockCalls.custody>;

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);
export const Line = ({ children }: { children: ReactNode }) => <ol className="cu-line">{children}</ol>;

export function Serials({ serials, deviceId }: Pick<Custody, 'serials'> & { deviceId: string }) {
  const { t } = useTranslation('custody');
  const { word } = useWords();
  return (
    <Part title={t('serials')}>
      <Line>
        {serials.toReversed().map(({ id, sn, binding, since }) => (
          <li key={id} aria-current={id === deviceId ? 'true' : undefined}>
            {sn} {id === deviceId && <small>({t('present')})</small>}
            <small>
              {word('binding', binding)} · {t('sinceToday', { date: formatDate(since) })}
            </small>
          </li>
        ))}
      </Line>
    </Part>
  );
}

export function Offers({ resales }: Pick<Custody, 'resales'>) {
  const { t } = useTranslation('custody');
  const { word } = useWords();
  return (
    <Part title={t('offers')}>
      <Line>
        {resales.map((one) => (
          <li key={one.id}>
            {t('offer', { from: one.fromCompanyName, to: one.companyName })}
            <small>
              {word('resale', one.status)}
              {one.settledBy &&
                ` · ${t('settledBy', { who: one.settledBy, when: formatTime(one.settledAt) })}`}
              {' · '}
              {t('offeredBy', { who: one.offeredBy, when: formatTime(one.offeredAt) })}
            </small>
            {one.reason && <small>{one.reason}</small>}
          </li>
        ))}
      </Line>
    </Part>
  );
}

export function WarrantyPart({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('custody');
  const query = useQuery({
    ...callQuery(deviceWarrantyCalls.history, { id: deviceId }),
    meta: { silent: true },
  });
  const lines = query.data?.list ?? [];
  if (lines.length === 0) return null;
  return (
    <Part title={t('warranty')}>
      <Line>
        {lines.map(({ id, months, from, until, by, at, note }) => (
          <li key={id}>
            {months === null
              ? t('warrantySet', { from: formatDate(from), until: formatDate(until) })
              : t('warrantyAdded', { count: months, until: formatDate(until) })}
            <small>
              {t('settledBy', { who: by, when: formatTime(at) })}
              {note && ` · ${note}`}
            </small>
          </li>
        ))}
      </Line>
    </Part>
  );
}

export function Receipts({ unbindings }: Pick<Custody, 'unbindings'>) {
  const { t } = useTranslation('custody');
  return (
    <Part title={t('receipts')}>
      <Line>
        {unbindings.map(({ id, sn, by, at, withoutRobot, cleared }) => (
          <li key={id}>
            {t('receiptBy', { sn, who: by, when: formatTime(at) })}
            <small>{t(withoutRobot ? 'withoutRobot' : 'wiped')}</small>
            <ClearedList rows={cleared} />
          </li>
        ))}
      </Line>
    </Part>
  );
}
