import { bindingStates, companyCalls, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../kit/api.ts';
import { ChoiceFilter } from '../../kit/choice-filter.tsx';
import { formatPercent } from '../../kit/format.ts';
import { useWords } from '../../kit/words/use-words.ts';

const levels = [1, 2, 3, 4, 5];
const charges = [20, 30, 50, 80];

export function DeviceMoreFilters() {
  const { t } = useTranslation('devices');
  const { choices } = useWords();
  const [company, setCompany] = useState('');
  const [site, setSite] = useState('');
  const companies = useQuery(
    reading(companyCalls.options, { ...(company && { keyword: company }), pageSize: 50 }),
  );
  const sites = useQuery(reading(siteCalls.list, { ...(site && { keyword: site }), pageSize: 50 }));
  const named = (rows: { id: string; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <ChoiceFilter
        name="companyId"
        label={t('company')}
        options={named(companies.data?.list)}
        onSearch={setCompany}
      />
      <ChoiceFilter name="siteId" label={t('place')} options={named(sites.data?.list)} onSearch={setSite} />
      <ChoiceFilter
        name="socBelow"
        label={t('socBelow')}
        options={charges.map((value) => ({ value, label: formatPercent(value) }))}
      />
      <ChoiceFilter
        name="alarmLevel"
        label={t('alarm')}
        options={levels.map((level) => ({ value: level, label: t('alarmFrom', { level }) }))}
      />
      <ChoiceFilter name="binding" label={t('binding')} options={choices('binding', bindingStates)} />
    </>
  );
}
