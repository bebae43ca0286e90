import {
  maintenanceLimits,
  maintenanceRecordCalls,
  maintenanceStates,
  maintenanceTypes,
  type MaintenanceRecord,
  type RecordPart,
} from '@sweepline/contract';
import { Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { MomentField } from '../../../kit/form/moment-field.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';

interface Props {
  /** The record to edit. Without it the dialog adds one. */
  record?: MaintenanceRecord;
  /** The robot, if it is not to be chosen. */
  device?: { id: string; name: string } | undefined;
  onClose: () => void;
}

/** Adds or changes the record of a person, also for a past day. */
export function RecordDialog({ record, device, onClose }: Props) {
  const { t } = useTranslation('service/maintenance');
  const [now] = useState(() => new Date().toISOString());
  if (record) {
    const { id, version, at, type, state, content, parts } = record;
    return (
      <FormDialog
        title={t('editRecord', { robot: record.device.name })}
        call={maintenanceRecordCalls.update}
        submit={t('save')}
        initial={{ id, version, at, type, state, content, parts }}
        onClose={onClose}
      >
        <RecordFields />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={device ? t('addRecordOf', { robot: device.name }) : t('addRecord')}
      call={maintenanceRecordCalls.add}
      submit={t('addRecord')}
      done={t('recorded')}
      initial={{
        at: now,
        type: 'INSPECTION',
        state: 'DONE',
        parts: [],
        ...(device && { deviceId: device.id }),
      }}
      onClose={onClose}
    >
      {!device && <DeviceField />}
      <RecordFields />
    </FormDialog>
  );
}

function DeviceField() {
  const { t } = useTranslation('service/maintenance');
  const devices = useDeviceChoices();
  return (
    <Form.Item name="deviceId" label={t('robot')}>
      <Select options={devices.options} showSearch={{ onSearch: devices.search, filterOption: false }} />
    </Form.Item>
  );
}

function RecordFields() {
  const { t } = useTranslation('service/maintenance');
  return (
    <>
      <div className="maintenance-row">
        <Form.Item name="at" label={t('time')}>
          <MomentField />
        </Form.Item>
        <Form.Item name="type" label={t('type')}>
          <Select options={maintenanceTypes.map((value) => ({ value, label: t(`types.${value}`) }))} />
        </Form.Item>
        <Form.Item name="state" label={t('state')}>
          <Select
            options={maintenanceStates.map((value) => ({ value, label: t(`recordStates.${value}`) }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="content" label={t('content')}>
        <Input.TextArea rows={3} maxLength={maintenanceLimits.content} />
      </Form.Item>
      <Form.Item name="parts" label={t('usedParts')}>
        <UsedParts />
      </Form.Item>
    </>
  );
}

const noParts: RecordPart[] = [];

/** The parts of a record, with name, number and quantity. */
function UsedParts({
  value = noParts,
  onChange,
}: {
  value?: RecordPart[];
  onChange?: (parts: RecordPart[]) => void;
}) {
  const { t } = useTranslation('service/maintenance');
  const change = (place: number, changes: Partial<RecordPart>) =>
    onChange?.(value.map((part, n) => (n === place ? { ...part, ...changes } : part)));
  return (
    <div className="maintenance-used">
      {[...value.entries()].map(([place, { name, number, quantity }]) => (
        <div key={place}>
          <Input
            aria-label={t('partName')}
            placeholder={t('partName')}
            maxLength={100}
            value={name}
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Input
            aria-label={t('partNumber')}
            placeholder={t('partNumber')}
            maxLength={60}
            value={number}
            onChange={({ target }) => change(place, { number: target.value })}
          />
          <InputNumber
            aria-label={t('quantity')}
            min={1}
            max={1_000}
            precision={0}
            value={quantity}
            onChange={(next) => change(place, { quantity: next ?? 1 })}
          />
          <Button
            look="quiet"
            icon="trash"
            aria-label={t('removePart')}
            onClick={() => onChange?.(value.filter((_part, n) => n !== place))}
          />
        </div>
      ))}
      {value.length < maintenanceLimits.parts && (
        <Button icon="plus" onClick={() => onChange?.([...value, { name: '', number: '', quantity: 1 }])}>
          {t('addPart')}
        </Button>
      )}
    </div>
  );
}
