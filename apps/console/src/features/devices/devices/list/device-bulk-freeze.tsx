import { deviceBindingCalls, deviceCalls, type Device } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../kit/api/api.ts';
import { BulkDialog } from '../../../../kit/list/bulk-dialog.tsx';

interface Props {
  rows: Device[];
  onClose: (changed: boolean) => void;
}

const { family } = deviceCalls.list;
const nameOf = ({ nickname, sn }: Device) => ({ name: nickname, detail: sn });

/** Freezes several devices for one reason and shows the result of each. */
export function BulkFreezeDialog({ rows, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  const { t: tBinding } = useTranslation('stock/binding');
  const [reason, setReason] = useState('');
  return (
    <BulkDialog
      title={t('bulk.freezeTitle', { count: rows.length })}
      hint={t('bulk.freezeHint')}
      act={t('bulk.freeze')}
      danger
      rows={rows}
      nameOf={nameOf}
      run={({ id }) => send(deviceBindingCalls.freeze, { id, reason }, { quiet: true })}
      family={family}
      ready={reason.trim() !== ''}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={tBinding('freeze.reason')} htmlFor="bulk-reason">
          <Input
            id="bulk-reason"
            autoFocus
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </BulkDialog>
  );
}

export function BulkUnfreezeDialog({ rows, onClose }: Props) {
  const { t } = useTranslation('devices/devices');
  return (
    <BulkDialog
      title={t('bulk.unfreezeTitle', { count: rows.length })}
      hint={t('bulk.unfreezeHint')}
      act={t('bulk.unfreeze')}
      rows={rows}
      nameOf={nameOf}
      run={({ id }) => send(deviceBindingCalls.unfreeze, { id }, { quiet: true })}
      family={family}
      onClose={onClose}
    />
  );
}
