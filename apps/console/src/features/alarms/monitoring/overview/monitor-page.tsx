import {
  deviceModels,
  monitorCalls,
  monitorSeverities,
  siteCalls,
  type MonitorSeverity,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../../shared/company-filter/company-filter.tsx';
import { MonitorChart } from './monitor-chart.tsx';
import { MonitorFigures } from './monitor-figures.tsx';
import { useMonitorColumns } from './use-monitor-columns.tsx';
import { useMonitorLive } from './use-monitor-live.ts';
import './monitor.css';

// The keys of a constant object are exactly these names.
const severities = Object.keys(monitorSeverities) as MonitorSeverity[];

/** Robots with severe alarms, worst first; live. The figures filter the list. */
export function MonitorPage() {
  const { t } = useTranslation('alarms/monitoring');
  const list = useList(monitorCalls.list);
  useMonitorLive(list);
  return (
    <div className="monitor">
      <div className="monitor-top">
        <MonitorFigures list={list} />
        <MonitorChart list={list} />
      </div>
      <ListPage
        title={t('title')}
        list={list}
        columns={useMonitorColumns()}
        filters={<MonitorFilters />}
        more={<MoreFilters />}
        views
        empty={<Empty icon="check" title={t('empty')} hint={t('emptyHint')} />}
      />
    </div>
  );
}

function MonitorFilters() {
  const { t } = useTranslation('alarms/monitoring');
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      <ChoiceFilter
        several
        name="severity"
        label={t('severity')}
        options={severities.map((value) => ({ value, label: t(`severities.${value}`) }))}
      />
      <ChoiceFilter
        name="unprocessed"
        label={t('processing')}
        options={[{ value: 'true', label: t('onlyUnprocessed') }]}
      />
      <ChoiceFilter
        several
        name="model"
        label={t('model')}
        options={deviceModels.map((value) => ({ value, label: value }))}
      />
    </>
  );
}

function MoreFilters() {
  const { t } = useTranslation('alarms/monitoring');
  const { data } = useQuery({
    ...callQuery(siteCalls.list, { pageSize: 99 }),
    enabled: may(siteCalls.list.allow),
  });
  return (
    <>
      {data && (
        <ChoiceFilter
          name="siteId"
          label={t('site')}
          options={data.list.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <CompanyFilter label={t('company')} />
    </>
  );
}
