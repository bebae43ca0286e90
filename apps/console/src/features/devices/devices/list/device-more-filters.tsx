import { bindingStates, deviceGroupCalls, siteCalls, warrantyStates } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { CompanyFilter } from '../../../../shared/company-filter/company-filter.tsx';
import { formatPercent } from '../../../../kit/format/format.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { DeviceTagFilter } from '../device-tag-filter.tsx';

const levels = [1, 2, 3, 4, 5];
const charges = [20, 30, 50, 80];
/** The same steps as the warnings: 60, 30 and 7 days left; 0 is expired. */
const ends = [0, 7, 30, 60];

export function DeviceMoreFilters() {
  const { t } = useTranslation('devices/devices');
  const { choices } = useWords();
  const [site, setSite] = useState('');
  const [group, setGroup] = useState('');
  const sites = useQuery(callQuery(siteCalls.list, { ...(site && { keyword: site }), pageSize: 50 }));
  const groups = useQuery(
    callQuery(deviceGroupCalls.options, { ...(group && { keyword: group }), pageSize: 50 }),
  );
  const named = (rows: { id: string; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <CompanyFilter label={t('company')} />
      <ChoiceFilter name="siteId" label={t('place')} options={named(sites.data?.list)} onSearch={setSite} />
      <ChoiceFilter
        name="groupId"
        label={t('group')}
        options={named(groups.data?.list)}
        onSearch={setGroup}
      />
      <DeviceTagFilter />
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
      <ChoiceFilter
        name="warranty"
        label={t('warranty')}
        options={[
          ...choices('warranty', warrantyStates),
          { value: 'ENDING', label: t('warrantyEnding') },
          { value: 'UNKNOWN', label: t('warrantyUnknown') },
        ]}
      />
      <ChoiceFilter
        name="usableDays"
        label={t('daysLeft')}
        options={ends.map((days) => ({
          value: days,
          label: days === 0 ? t('daysOver') : t('daysWithin', { count: days }),
        }))}
      />
      <ChoiceFilter name="binding" label={t('binding')} options={choices('binding', bindingStates)} />
    </>
  );
}
