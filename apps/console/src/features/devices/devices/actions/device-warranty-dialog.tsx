import {
  deviceWarrantyCalls,
  warrantyEnd,
  warrantyMonths,
  warrantyStateAt,
  type Device,
} from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../../../kit/form/day-field.tsx';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { formatDate } from '../../../../kit/format/format.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { Segments } from '../../../../kit/ui/segments.tsx';

const also = ['devices', 'deviceStock'];

/** Adds months, or sets a new period. */
export function DeviceWarrantyDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('stock/binding');
  const [how, setHow] = useState<'extend' | 'set'>(device.warranty ? 'extend' : 'set');
  const { id, version, nickname: name } = device;
  const shared = { title: t('warranty.title', { name }), done: t('warranty.done', { name }), also, onClose };
  const choice = (
    <Form.Item>
      <Segments
        label={shared.title}
        value={how}
        options={[
          { value: 'extend', text: t('warranty.extend') },
          { value: 'set', text: t('warranty.set') },
        ]}
        onChange={setHow}
      />
    </Form.Item>
  );
  const note = (
    <Form.Item name="note" label={t('warranty.note')}>
      <Input maxLength={200} />
    </Form.Item>
  );
  if (how === 'extend') {
    const months = warrantyMonths.map((value) => ({ value, label: t(`warranty.months.${value}`) }));
    return (
      <FormDialog
        key="extend"
        {...shared}
        call={deviceWarrantyCalls.extend}
        submit={t('warranty.extend')}
        initial={{ id, version, months: 12 }}
      >
        {choice}
        <Form.Item name="months" label={t('warranty.by')} extra={<From device={device} />}>
          <Select options={months} />
        </Form.Item>
        {note}
      </FormDialog>
    );
  }
  return (
    <FormDialog
      key="set"
      {...shared}
      call={deviceWarrantyCalls.set}
      submit={t('warranty.set')}
      initial={{
        id,
        version,
        ...(device.warranty?.from && { from: device.warranty.from }),
        ...(device.warranty && { until: device.warranty.until }),
      }}
    >
      {choice}
      <DayField name="from" label={t('warranty.from')} />
      <DayField name="until" label={t('warranty.until')} end />
      {note}
    </FormDialog>
  );
}

function From({ device: { warranty } }: { device: Device }) {
  const { t } = useTranslation('stock/binding');
  const now = new Date(useNow());
  if (!warranty) return t('warranty.unknown');
  return warrantyStateAt(warranty, now) === 'OUT_OF_WARRANTY'
    ? t('warranty.fromToday')
    : t('warranty.fromEnd', { date: formatDate(warrantyEnd(warranty)) });
}
