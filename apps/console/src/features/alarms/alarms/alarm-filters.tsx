import { alarmFixers, alarmLevels, processingStates, siteCalls } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { CompanyFilter } from '../../../shared/company-filter/company-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { useWords } from '../../../shared/words/use-words.ts';

const codes = Object.keys(alarmCodes);

/** Whether an alarm stands. */
export function OpenFilter() {
  const { t } = useTranslation('alarms/alarms');
  return (
    <ChoiceFilter
      name="open"
      label={t('state')}
      options={[
        { value: 'true', label: t('open') },
        { value: 'false', label: t('cleared') },
      ]}
    />
  );
}

export function LevelFilter() {
  const { t } = useTranslation('alarms/alarms');
  return (
    <ChoiceFilter
      name="level"
      label={t('level')}
      options={alarmLevels.toReversed().map((level) => ({ value: level, label: t('levelOf', { level }) }))}
      several
    />
  );
}

interface Props {
  /** No tab decides about the life of the alarms. */
  all: boolean;
}

export function AlarmFilters({ all }: Props) {
  const { t } = useTranslation('alarms/alarms');
  return (
    <>
      <SearchFilter placeholder={t('searchAll')} />
      {all && <OpenFilter />}
      <LevelFilter />
      {all && <AcknowledgedFilter />}
      <PeriodFilter />
    </>
  );
}

function AcknowledgedFilter() {
  const { t } = useTranslation('alarms/alarms');
  return (
    <ChoiceFilter
      name="acknowledged"
      label={t('acknowledgedFilter')}
      options={[
        { value: 'false', label: t('unacknowledged') },
        { value: 'true', label: t('lifeStates.acknowledged') },
      ]}
    />
  );
}

/** The rest of the filters about the life of an alarm. */
function LifeFilters() {
  const { t } = useTranslation('alarms/alarms');
  return (
    <>
      <ChoiceFilter
        name="processing"
        label={t('processing')}
        options={processingStates.map((value) => ({ value, label: t(`processingStates.${value}`) }))}
      />
      <ChoiceFilter
        name="shelved"
        label={t('shelvedFilter')}
        options={[
          { value: 'false', label: t('notShelved') },
          { value: 'true', label: t('lifeStates.shelved') },
        ]}
      />
      <ChoiceFilter name="mine" label={t('owner')} options={[{ value: 'true', label: t('mineOnly') }]} />
    </>
  );
}

export function AlarmMoreFilters({ all }: Props) {
  const { t } = useTranslation('alarms/alarms');
  const { choices } = useWords();
  const devices = useDeviceChoices();
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  return (
    <>
      <ChoiceFilter name="code" label={t('alarm')} options={choices('alarm', codes)} several />
      <ChoiceFilter
        name="fixer"
        label={t('fixerFilter')}
        options={alarmFixers.map((value) => ({ value, label: t(`fixers.${value}`) }))}
        several
      />
      {all && <LifeFilters />}
      <ChoiceFilter name="deviceId" label={t('robot')} options={devices.options} onSearch={devices.search} />
      <ChoiceFilter
        name="siteId"
        label={t('site')}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <CompanyFilter label={t('company')} />
    </>
  );
}
