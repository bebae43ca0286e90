import {
  faultTypes,
  siteCalls,
  verificationStates,
  workOrderLevels,
  workOrderOrigins,
  workOrderStates,
  workOrderTypes,
} from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { ChoiceFilter } from '../../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../../kit/list/filter/period-filter.tsx';
import { SearchFilter } from '../../../../kit/list/filter/search-filter.tsx';
import { CompanyFilter } from '../../../../shared/company-filter/company-filter.tsx';
import { useDeviceChoices } from '../../../../shared/robot/use-device-choices.ts';
import { useWorkOrderWords } from '../../../../shared/work-order-words/use-work-order-words.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { PeopleFilters } from './people-filters.tsx';

const codes = Object.keys(alarmCodes);
const dueHours = [4, 24, 72, 168];
const ratings = [5, 4, 3, 2, 1];

export function OrderStateFilter() {
  const { t } = useTranslation('service/orders');
  const { choices } = useWorkOrderWords();
  return <ChoiceFilter name="state" label={t('state')} options={choices('state', workOrderStates)} several />;
}

export function OrderLevelFilter() {
  const { t } = useTranslation('service/orders');
  const { choices } = useWorkOrderWords();
  return (
    <ChoiceFilter
      name="level"
      label={t('level')}
      options={choices('level', workOrderLevels.toReversed())}
      several
    />
  );
}

/** The board shows every state, so it leaves their filter out. */
export function WorkOrderFilters({ states }: { states: boolean }) {
  const { t } = useTranslation('service/orders');
  return (
    <>
      <SearchFilter placeholder={t('search')} />
      {states && <OrderStateFilter />}
      <OrderLevelFilter />
      <ChoiceFilter
        name="mine"
        label={t('figures.mine')}
        options={[{ value: 'true', label: t('mineOnly') }]}
      />
      <ChoiceFilter
        name="late"
        label={t('due.late')}
        options={[
          { value: 'true', label: t('due.late') },
          { value: 'false', label: t('due.inTime') },
        ]}
      />
      <PeriodFilter />
    </>
  );
}

/** What was done, and how it ended. */
function WorkFilters() {
  const { t } = useTranslation('service/orders');
  const { choices } = useWorkOrderWords();
  return (
    <>
      <ChoiceFilter
        name="dueInHours"
        label={t('due.within')}
        options={dueHours.map((value) => ({
          value,
          label: value < 48 ? t('due.hours', { count: value }) : t('due.days', { count: value / 24 }),
        }))}
      />
      <ChoiceFilter
        name="waiting"
        label={t('waits')}
        options={[
          { value: 'true', label: t('waits') },
          { value: 'false', label: t('waitsNot') },
        ]}
      />
      <ChoiceFilter
        name="verification"
        label={t('verification')}
        options={choices('verification', verificationStates)}
        several
      />
      <ChoiceFilter
        name="rating"
        label={t('rating')}
        options={ratings.map((value) => ({ value, label: t('stars', { count: value }) }))}
        several
      />
    </>
  );
}

export function WorkOrderMoreFilters() {
  const { t } = useTranslation('service/orders');
  const { choices } = useWorkOrderWords();
  const { choices: words } = useWords();
  const devices = useDeviceChoices();
  const sites = useQuery({
    ...callQuery(siteCalls.list, { pageSize: 99 }),
    enabled: may(siteCalls.list.allow),
  });
  const siteOptions = (sites.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <ChoiceFilter name="type" label={t('type')} options={choices('type', workOrderTypes)} several />
      <ChoiceFilter
        name="faultType"
        label={t('faultType')}
        options={choices('faultType', faultTypes)}
        several
      />
      <ChoiceFilter name="alarmCode" label={t('alarm')} options={words('alarm', codes)} />
      <ChoiceFilter name="origin" label={t('origin')} options={choices('origin', workOrderOrigins)} several />
      <WorkFilters />
      <PeopleFilters />
      <ChoiceFilter name="deviceId" label={t('robot')} options={devices.options} onSearch={devices.search} />
      <ChoiceFilter name="siteId" label={t('site')} options={siteOptions} />
      <CompanyFilter label={t('company')} />
    </>
  );
}
