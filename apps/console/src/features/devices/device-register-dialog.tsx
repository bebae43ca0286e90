import { companyCalls, deviceCalls, deviceModels, siteCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../kit/api.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { session } from '../../kit/session.ts';
import { DeviceSecretDialog, type Secret } from './device-secret-dialog.tsx';

const maker = 'JBOT';

/** Registers a vehicle of ours or of another maker, then shows its credentials once. */
export function DeviceRegisterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices');
  const [added, setAdded] = useState<{ name: string; secret: Secret } | null>(null);
  const companies = useQuery(reading(companyCalls.options, { pageSize: 99 }));
  const sites = useQuery(reading(siteCalls.list, { pageSize: 99 }));
  const named = (rows: { id: string; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  if (added) return <DeviceSecretDialog {...added} onClose={onClose} />;
  return (
    <FormDialog
      title={t('addTitle')}
      call={deviceCalls.register}
      submit={t('add')}
      initial={{
        manufacturer: maker,
        model: 'J30',
        protocol: 'v3',
        companyId: session.user()?.companyId ?? '',
      }}
      done={null}
      after={({ device, ...secret }) => setAdded({ name: device.nickname, secret })}
      onClose={onClose}
    >
      <Form.Item name="nickname" label={t('nickname')}>
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <Form.Item name="sn" label={t('sn')} extra={t('snHint')}>
        <Input maxLength={32} />
      </Form.Item>
      <Form.Item name="model" label={t('model')}>
        <Select
          options={deviceModels.map((value) => ({ value, label: value === 'PLAIN' ? t('plain') : value }))}
        />
      </Form.Item>
      <Form.Item name="manufacturer" label={t('manufacturer')}>
        <Input maxLength={32} />
      </Form.Item>
      <Form.Item name="protocol" label={t('protocol')}>
        <Select
          options={[
            { value: 'v3', label: '3.0' },
            { value: 'v2', label: '2.0 / 2.1' },
          ]}
        />
      </Form.Item>
      <Form.Item name="companyId" label={t('company')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={named(companies.data?.list)} />
      </Form.Item>
      <Form.Item name="siteId" label={t('place')}>
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={named(sites.data?.list)} />
      </Form.Item>
    </FormDialog>
  );
}
