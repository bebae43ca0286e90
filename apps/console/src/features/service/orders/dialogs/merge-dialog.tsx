import { workOrderActCalls, workOrderCalls, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import type { ActDialogProps } from '../work-order-acts.tsx';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

/** Resolves an order as a duplicate of another one of the same company. Those of the same robot are offered first. */
export function MergeDialog({ order, onClose }: ActDialogProps) {
  const { t } = useTranslation('service/orders');
  const { id, version, companyId, device } = order;
  const [keyword, search] = useState('');
  const { data, isPending } = useQuery({
    ...callQuery(workOrderCalls.list, {
      companyId,
      pageSize: 50,
      ...(keyword ? { keyword } : device?.id && { deviceId: device.id }),
    }),
    placeholderData: keepPreviousData,
  });
  const others = (data?.list ?? []).filter((each) => each.id !== id && each.resolution !== 'DUPLICATE');
  return (
    <FormDialog
      title={t('titles.merge', { number: orderNumber(order) })}
      call={workOrderActCalls.merge}
      initial={{ id, version } as Partial<Sent<typeof workOrderActCalls.merge>>}
      submit={t('acts.merge')}
      done={t('done.merge', { number: orderNumber(order) })}
      onClose={onClose}
    >
      <p className="order-quiet">{t('mergeHint')}</p>
      <Form.Item name="intoId" label={t('mergeInto')}>
        <Select
          autoFocus
          placeholder={t('search')}
          notFoundContent={isPending ? null : t('noOther')}
          showSearch={{ onSearch: search, filterOption: false }}
          options={others.map((each) => ({
            value: each.id,
            label: [orderNumber(each), each.name, each.device?.name].filter(Boolean).join(' · '),
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
