import { maintenancePartCalls, pages, partSpans, siteCalls, type PartForecast } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { formatNumber, formatPercent } from '../../../kit/format/format.ts';
import { formatDay } from '../../../kit/format/format-day.ts';
import { ExportButton } from '../../../kit/list/export/export-button.tsx';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useMaintenanceWords } from './use-maintenance-words.ts';
import './maintenance.css';

/** What robots use up in the next 30, 60 and 90 days, by site and part. */
export function PartForecastPage() {
  const { t } = useTranslation('service/maintenance');
  const [siteId, setSite] = useAddress('siteId');
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  const filter = siteId ? { siteId } : {};
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery(maintenancePartCalls.forecast, filter),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const content = () => {
    if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton lines={8} />;
    if (data.list.length === 0) return <Empty icon="check" title={t('noParts')} hint={t('noPartsHint')} />;
    return <PartTable list={data.list} />;
  };
  return (
    <section className="maintenance-parts" aria-busy={isFetching}>
      <header className="sl-page-head">
        <div>
          <h1>{t('partsTitle')}</h1>
          <p className="maintenance-parts-note">{t('partsNote')}</p>
        </div>
        <div className="sl-page-actions">
          <ExportButton call={maintenancePartCalls.export} input={filter} name="parts" />
        </div>
      </header>
      <div role="search">
        <Select
          aria-label={t('site')}
          placeholder={t('site')}
          className="sl-filter"
          allowClear
          popupMatchSelectWidth={false}
          value={siteId || null}
          onChange={(next: string | null) => setSite(next ?? '')}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      {content()}
      {data && data.unknown > 0 && (
        <p className="maintenance-parts-note">
          {t('partsUnknown', { count: data.unknown, shown: formatNumber(data.unknown) })}
        </p>
      )}
    </section>
  );
}

function PartTable({ list }: { list: readonly PartForecast[] }) {
  const { t } = useTranslation('service/maintenance');
  const words = useMaintenanceWords();
  return (
    <div>
      <PlainTable>
        <thead>
          <tr>
            <th>{t('part')}</th>
            <th>{t('site')}</th>
            {partSpans.map((days) => (
              <th key={days} className="numeric">
                {t('inDays', { count: days, shown: formatNumber(days) })}
              </th>
            ))}
            <th>{t('robots')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <tr key={[row.companyName, row.site?.id, row.model, row.part].join(' ')}>
              <td>
                {words.part(row.part)}
                <small>{row.model}</small>
              </td>
              <td>
                {row.site?.name ?? t('noSite')}
                <small>{row.companyName}</small>
              </td>
              {partSpans.map((days) => (
                <td
                  key={days}
                  className="numeric"
                  data-label={t('inDays', { count: days, shown: formatNumber(days) })}
                >
                  {formatNumber(row[`in${days}`])}
                </td>
              ))}
              <td>
                <PartRobots robots={row.robots} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}

/** The robots behind a number, the soonest first. */
function PartRobots({ robots }: Pick<PartForecast, 'robots'>) {
  const { t } = useTranslation('service/maintenance');
  return (
    <details>
      <summary>{t('robotCount', { count: robots.length, shown: formatNumber(robots.length) })}</summary>
      <ul>
        {robots.map(({ id, name, remainingPct, endsOn }) => (
          <li key={id}>
            <Link to={pages.device({ id, tab: 'consumables' })}>{name}</Link>
            <small>
              {formatPercent(remainingPct)} · {endsOn === null ? t('usedUp') : formatDay(endsOn)}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
