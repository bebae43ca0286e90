import { boardFigureCalls, deviceGroupCalls, deviceModels, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { may } from '../../../../kit/api/may.ts';
import { CompanyFilter } from '../../../../shared/company-filter/company-filter.tsx';
import { PeriodFields } from '../../../../shared/statistics/period-fields.tsx';
import { SiteDaysNote } from '../../../../shared/statistics/site-days-note.tsx';
import { usePeriod } from '../../../../shared/statistics/use-period.ts';
import { useDeviceColumns } from './use-device-columns.tsx';
import '../data-board.css';

const idleDays = [1, 3, 7, 30, 90];

/** The robots by any figure of a period: the liveliest, the most silent, and those without work for some days. */
export function DeviceIndexPage() {
  const { t } = useTranslation('figures/board');
  const selection = usePeriod();
  const { from, to } = selection.filter;
  const list = useList(boardFigureCalls.robots, selection.days);
  return (
    <div className="board-devices">
      <ListPage
        title={t('devicesTitle')}
        list={{ ...list, sort: list.sort || '-cleanedM2' }}
        columns={useDeviceColumns({ from, to })}
        actions={
          <>
            <PeriodFields selection={selection} />
            <SiteDaysNote selection={selection} />
          </>
        }
        filters={
          <>
            <SearchFilter placeholder={t('searchDevices')} />
            <ChoiceFilter
              name="idleDays"
              label={t('idleFor')}
              options={idleDays.map((days) => ({ value: days, label: t('idleDays', { count: days }) }))}
            />
            <ChoiceFilter
              name="model"
              label={t('columns.model')}
              options={deviceModels.map((value) => ({ value, label: value }))}
            />
          </>
        }
        more={<MoreFilters />}
        views
        empty={<Empty icon="robot" title={t('empty.devices')} hint={t('empty.devicesHint')} />}
      />
    </div>
  );
}

function MoreFilters() {
  const { t } = useTranslation('figures/board');
  const { t: common } = useTranslation('statistics');
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  const seesGroups = may(deviceGroupCalls.list.allow);
  const groups = useQuery({ ...callQuery(deviceGroupCalls.list, { pageSize: 99 }), enabled: seesGroups });
  const options = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <CompanyFilter label={common('splits.company')} />
      <ChoiceFilter name="siteId" label={common('splits.site')} options={options(sites)} />
      {seesGroups && (
        <ChoiceFilter name="groupId" label={t('columns.group')} options={options(groups.data?.list ?? [])} />
      )}
    </>
  );
}
