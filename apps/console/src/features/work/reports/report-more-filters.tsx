import { mapCalls, siteCalls, taskCalls, type reportCalls, type Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { may } from '../../../kit/api/may.ts';

const maxOptions = 99;
const silent = { meta: { silent: true } };

interface Props {
  filters: Partial<Sent<typeof reportCalls.list>>;
}

/** Filters by place, task and plausibility. Zones are offered once a map is selected. */
export function ReportMoreFilters({ filters }: Props) {
  const { t } = useTranslation('work/reports');
  const tasks = useQuery({
    ...callQuery(taskCalls.list, { page: 1, pageSize: maxOptions, sort: 'name' }),
    enabled: may(taskCalls.list.allow),
    ...silent,
  });
  const sites = useQuery({
    ...callQuery(siteCalls.list, { pageSize: maxOptions }),
    enabled: may(siteCalls.list.allow),
    ...silent,
  });
  const maps = useQuery({
    ...callQuery(mapCalls.list, {
      pageSize: maxOptions,
      sort: 'name' as const,
      ...(filters.siteId && { siteId: filters.siteId }),
    }),
    enabled: may(mapCalls.list.allow),
    ...silent,
  });
  const map = useQuery({
    ...callQuery(mapCalls.detail, { id: filters.mapId ?? '' }),
    enabled: filters.mapId !== undefined && may(mapCalls.detail.allow),
    ...silent,
  });
  const optionsOf = (rows: readonly { id: string; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const zones = map.data?.elements.zones.filter(({ type }) => type === 'CLEAN');
  return (
    <>
      <CompanyFilter label={t('company')} />
      <ChoiceFilter name="siteId" label={t('site')} options={optionsOf(sites.data?.list)} />
      <ChoiceFilter name="mapId" label={t('map')} options={optionsOf(maps.data?.list)} />
      {zones && <ChoiceFilter name="zoneId" label={t('zone')} options={optionsOf(zones)} />}
      <ChoiceFilter name="taskId" label={t('task')} options={optionsOf(tasks.data?.list)} />
      <ChoiceFilter
        name="flagged"
        label={t('doubt')}
        options={[
          { value: 'true', label: t('onlyDoubtful') },
          { value: 'false', label: t('withoutDoubtful') },
        ]}
      />
    </>
  );
}
