import { deviceResaleCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';

const maxOptions = 50;

interface Props {
  deviceId: string;
  value: string | null;
  onChange: (companyId: string) => void;
}

/** Companies below the owner of the device; the server filters by the typed text. */
export function ReceiverField({ deviceId, value, onChange }: Props) {
  const { t } = useTranslation('stock/robots');
  const [keyword, setKeyword] = useState('');
  const query = useQuery({
    ...callQuery(deviceResaleCalls.receivers, {
      deviceId,
      ...(keyword && { keyword }),
      pageSize: maxOptions,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Form.Item label={t('receiver')} htmlFor="resale-receiver">
      <Select
        id="resale-receiver"
        value={value}
        onChange={onChange}
        loading={query.isFetching}
        options={(query.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        showSearch={{ onSearch: setKeyword, filterOption: false }}
      />
    </Form.Item>
  );
}
