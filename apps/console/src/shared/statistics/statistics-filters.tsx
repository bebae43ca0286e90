import { cleaningModes } from '@sweepline/contract/robot';
import { siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { DateInput } from '../../kit/form/date-input.tsx';
import { periods } from '../../kit/format/days.ts';
import { useDeviceChoices } from '../robot/use-device-choices.ts';
import { Segments } from '../../kit/ui/segments.tsx';
import { useCompanyChoices, useSeesCompanies } from '../company-filter/use-company-choices.ts';
import { useWords } from '../words/use-words.ts';
import '../../kit/list/filter/period-filter.css';
import type { FilterName, usePeriod } from './use-period.ts';

/** Filters by period, company, site, device and mode. */
export function StatisticsFilters({ selection }: { selection: ReturnType<typeof usePeriod> }) {
  const { t } = useTranslation('statistics');
  const { t: kit } = useTranslation('kit');
  const { choices } = useWords();
  const { filter, chosen, period, set, choose } = selection;
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
  const day = (name: 'from' | 'to') => (
    <label className="sl-day-filter">
      <span>{kit(name)}</span>
      <DateInput
        value={filter[name]}
        clearable={false}
        {...(name === 'to' ? { min: filter.from } : { max: filter.to })}
        onChange={(value) =>
          set({
            [name]: value,
            [name === 'from' ? 'to' : 'from']: filter[name === 'from' ? 'to' : 'from'],
            step: undefined,
          })
        }
      />
    </label>
  );
  return (
    <div className="statistics-filters" role="search">
      <Segments
        label={kit('period')}
        value={period ?? 'own'}
        options={periods.map((value) => ({
          value: value as string,
          text: kit(`periods.${value}`),
        }))}
        onChange={(value) => choose(periods.find((name) => name === value) ?? 'month')}
      />
      {day('from')}
      {day('to')}
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
    </div>
  );
}
