import { timeZoneNames } from '@sweepline/contract/robot';
import {
  areaUnits,
  langs,
  siteCalls,
  subscriptionCalls,
  subscriptionRhythms,
  volumeUnits,
  type Subscription,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatWeekday, weekdays } from '../../../kit/format/format-day.ts';
import { DateInput } from '../../../kit/form/date-input.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { currentLang, langNames } from '../../../kit/format/lang.ts';
import { readerProfile, readerZone } from '../../../kit/format/reader.ts';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';
import { AccountSelect } from './account-select.tsx';

interface Props {
  /** The subscription to edit. Without it the dialog creates one. */
  subscription?: Subscription;
  onClose: () => void;
}

const valuesOf = ({ readers, devices, onlyCompany, site, ...rest }: Subscription) => ({
  id: rest.id,
  version: rest.version,
  name: rest.name,
  every: rest.every,
  weekday: rest.weekday,
  monthDay: rest.monthDay,
  clock: rest.clock,
  timezone: rest.timezone,
  lang: rest.lang,
  area: rest.area,
  volume: rest.volume,
  onlyCompanyId: onlyCompany?.id ?? null,
  siteId: site?.id ?? null,
  deviceIds: devices.map(({ id }) => id),
  accountIds: readers.flatMap(({ accountId }) => accountId ?? []),
  addresses: readers.flatMap(({ accountId, address }) => (accountId ? [] : [address])),
});

/** Unit signs are not translated. */
const areaSigns = { M2: 'm²', FT2: 'ft²' } as const;

/** Defaults of a new subscription: every day in the morning, in the language and units of the reader. */
const defaultValues = () => ({
  every: 'DAY' as const,
  weekday: 1,
  monthDay: 1,
  clock: '07:00',
  timezone: readerZone(),
  lang: currentLang(),
  area: readerProfile().area ?? 'M2',
  volume: readerProfile().volume ?? 'LITRE',
  onlyCompanyId: null,
  siteId: null,
  deviceIds: [],
  accountIds: [],
  addresses: [],
});

/** Creates or edits a subscription: content, schedule and recipients. */
export function SubscriptionDialog({ subscription, onClose }: Props) {
  const { t } = useTranslation('figures/report-subscriptions');
  const [every, setEvery] = useState(subscription?.every ?? 'DAY');
  const fields = <SubscriptionFields every={every} onEvery={setEvery} subscription={subscription} />;
  return subscription ? (
    <FormDialog
      title={t('editTitle', { name: subscription.name })}
      call={subscriptionCalls.update}
      submit={t('save')}
      initial={valuesOf(subscription)}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  ) : (
    <FormDialog
      title={t('addTitle')}
      call={subscriptionCalls.create}
      submit={t('add')}
      done={t('added')}
      initial={defaultValues()}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}

interface FieldsProps {
  every: Subscription['every'];
  onEvery: (every: Subscription['every']) => void;
  subscription: Subscription | undefined;
}

function SubscriptionFields({ every, onEvery, subscription }: FieldsProps) {
  const { t } = useTranslation('figures/report-subscriptions');
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <div className="subscription-when">
        <Form.Item name="every" label={t('every')}>
          <Select
            onChange={onEvery}
            options={subscriptionRhythms.map((value) => ({ value, label: t(`everies.${value}`) }))}
          />
        </Form.Item>
        {every === 'WEEK' && (
          <Form.Item name="weekday" label={t('weekday')}>
            <Select options={weekdays().map((value) => ({ value, label: formatWeekday(value) }))} />
          </Form.Item>
        )}
        {every === 'MONTH' && (
          <Form.Item name="monthDay" label={t('monthDay')}>
            <InputNumber min={1} max={28} precision={0} />
          </Form.Item>
        )}
        <Form.Item name="clock" label={t('clock')}>
          <DateInput kind="clock" clearable={false} />
        </Form.Item>
      </div>
      <Form.Item name="timezone" label={t('timezone')} extra={t('timezoneHint')}>
        <Select
          showSearch
          options={timeZoneNames.map((value) => ({
            value,
            label: value,
          }))}
        />
      </Form.Item>
      <AboutFields subscription={subscription} />
      <Form.Item name="accountIds" label={t('accounts')} extra={t('accountsHint')}>
        <AccountSelect readers={subscription?.readers ?? []} />
      </Form.Item>
      <Form.Item name="addresses" label={t('addresses')} extra={t('addressesHint')}>
        <Select mode="tags" tokenSeparators={[',', ';', ' ']} open={false} suffixIcon={null} />
      </Form.Item>
      <div className="subscription-when">
        <Form.Item name="lang" label={t('lang')}>
          <Select options={langs.map((value) => ({ value, label: langNames[value] }))} />
        </Form.Item>
        <Form.Item name="area" label={t('area')}>
          <Select options={areaUnits.map((value) => ({ value, label: areaSigns[value] }))} />
        </Form.Item>
        <Form.Item name="volume" label={t('volume')}>
          <Select options={volumeUnits.map((value) => ({ value, label: t(`volumes.${value}`) }))} />
        </Form.Item>
      </div>
    </>
  );
}

/** Scope of the report. Without a choice it covers everything the account can see. */
function AboutFields({ subscription }: { subscription: Subscription | undefined }) {
  const { t } = useTranslation('figures/report-subscriptions');
  const companies = useCompanyChoices();
  const devices = useDeviceChoices(subscription?.devices[0]?.id);
  const sites = useQuery(callQuery(siteCalls.list, { pageSize: 99 })).data?.list ?? [];
  return (
    <>
      {companies.options.length > 1 && (
        <Form.Item name="onlyCompanyId" label={t('company')}>
          <Select
            allowClear
            placeholder={t('all')}
            options={companies.options}
            showSearch={{ onSearch: companies.search, filterOption: false }}
          />
        </Form.Item>
      )}
      <Form.Item name="siteId" label={t('site')}>
        <Select
          allowClear
          placeholder={t('all')}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="deviceIds" label={t('robots')}>
        <Select
          mode="multiple"
          placeholder={t('all')}
          options={[
            ...(subscription?.devices ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ...devices.options.filter(({ value }) => !subscription?.devices.some(({ id }) => id === value)),
          ]}
          showSearch={{ onSearch: devices.search, filterOption: false }}
        />
      </Form.Item>
    </>
  );
}
