import { networkCardCalls, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import { formatBytes, formatNumber } from '../../../kit/format/format.ts';

type Filters = Omit<Sent<typeof networkCardCalls.list>, 'page' | 'pageSize' | 'enablePage'>;

interface Props {
  list: { setFilters: (changes: Partial<Filters>) => void };
}

const noFilters = { status: undefined, usedOver: undefined };

/** Counts of the cards. A click on a figure filters the list to the cards that it counts. */
export function CardFigures({ list }: Props) {
  const { t } = useTranslation('stock/network-cards');
  const { data } = useQuery({ ...callQuery(networkCardCalls.summary, {}), meta: { silent: true } });
  const figures = [
    { key: 'activated', value: data?.activated, filters: { ...noFilters, status: ['ACTIVATED'] } },
    { key: 'suspended', value: data?.suspended, filters: { ...noFilters, status: ['DEACTIVATED'] } },
    { key: 'nearLimit', value: data?.nearLimit, filters: { ...noFilters, usedOver: 90 }, bad: true },
    {
      key: 'expiring',
      value: data?.expiring,
      filters: { ...noFilters, sort: 'expiresAt' as const },
      bad: true,
    },
  ] as const;
  return (
    <section className="card-figures" aria-label={t('figures')}>
      {figures.map(({ key, value, filters, ...rest }) => (
        <button key={key} type="button" onClick={() => list.setFilters({ ...filters } as Partial<Filters>)}>
          <span>{t(`figure.${key}`)}</span>
          <strong className={'bad' in rest && (value ?? 0) > 0 ? 'card-bad' : ''}>
            <Figure value={formatNumber(value)} />
          </strong>
        </button>
      ))}
      <div>
        <span>{t('figure.used')}</span>
        <strong>
          <Figure value={formatBytes(data?.usedBytes)} formula={t('usedFormula')} />
        </strong>
        <small>{data && !data.operator && t('noOperator')}</small>
      </div>
    </section>
  );
}
