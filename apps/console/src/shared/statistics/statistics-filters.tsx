import { cleaningModes } from '@sweepline/contract/robot';
import { siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { useDeviceChoices } from '../robot/use-device-choices.ts';
import { useCompanyChoices, useSeesCompanies } from '../company-filter/use-company-choices.ts';
import { useWords } from '../words/use-words.ts';
import { PeriodControls } from './period-fields.tsx';
import { SiteDaysNote } from './site-days-note.tsx';
import type { FilterName, PeriodSelection } from './use-period.ts';

/** Filters by period, company, site, device and mode. */
export function StatisticsFilters({ selection }: { selection: PeriodSelection }) {
  const { t } = useTranslation('statistics');
  const { choices } = useWords();
  const { chosen, set } = selection;
  const companies = useCompanyChoices();
  const seesCompanies = useSeesCompanies();
  const devices = useDeviceChoices(chosen.deviceId);
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  const select = (
    name: FilterName,
    options: { value: string; label: string }[],
    onSearch?: (text: string) => void,
  ) => (
    <Select
      aria-label={t(`filters.${name}`)}
      placeholder={t(`filters.${name}`)}
      value={chosen[name] ?? null}
      onChange={(value: string | null) => set({ [name]: value ?? undefined })}
      options={options}
      allowClear
      className="sl-filter"
      popupMatchSelectWidth={false}
      showSearch={onSearch ? { onSearch, filterOption: false } : { optionFilterProp: 'label' }}
    />
  );
  return (
    <div className="statistics-filters" role="search">
      <PeriodControls selection={selection} />
      {seesCompanies && select('companyId', companies.options, companies.search)}
      {select(
        'siteId',
        sites.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select('deviceId', devices.options, devices.search)}
      {select(
        'mode',
        choices(
          'cleaningMode',
          cleaningModes.filter((mode) => mode !== 'NONE'),
        ),
      )}
      <SiteDaysNote selection={selection} />
    </div>
  );
}
