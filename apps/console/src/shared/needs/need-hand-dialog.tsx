import { needCalls, type Need } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';

/** Hands a need to an account that sees its record. The account gets a notice. */
export function NeedHandDialog({ need, onClose }: { need: Need; onClose: () => void }) {
  const { t } = useTranslation('needs');
  const [keyword, search] = useState('');
  const people = useQuery({
    ...callQuery(needCalls.people, { id: need.id, pageSize: 50, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
  });
  return (
    <FormDialog
      title={t('handTitle', { name: need.name })}
      call={needCalls.assign}
      initial={{ id: need.id }}
      submit={t('handAct')}
      done={t('handed', { name: need.name })}
      onClose={onClose}
    >
      <Form.Item name="accountId" label={t('person')} extra={t('personHint')} rules={[{ required: true }]}>
        <Select
          loading={people.isFetching}
          notFoundContent={people.isPending ? null : t('nobody')}
          showSearch={{ onSearch: search, filterOption: false }}
          options={(people.data?.list ?? []).map(({ id, name, companyName }) => ({
            value: id,
            label: `${name} · ${companyName}`,
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
