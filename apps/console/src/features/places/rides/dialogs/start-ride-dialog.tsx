import { elevatorCalls, elevatorProjectCalls, rideCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';

const pageSize = 200;

/** Sends a linked robot to another floor. */
export function StartRideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('places/rides');
  return (
    <FormDialog
      title={t('startTitle')}
      call={rideCalls.start}
      submit={t('start')}
      done={t('started')}
      onClose={onClose}
    >
      <p>{t('startHint')}</p>
      <Fields />
    </FormDialog>
  );
}

function Fields() {
  const { t } = useTranslation('places/rides');
  const elevatorId: unknown = Form.useWatch('elevatorId');
  const elevators = useQuery(callQuery(elevatorCalls.list, { pageSize }));
  const elevator = elevators.data?.list.find(({ id }) => id === elevatorId);
  const project = useQuery({
    ...callQuery(elevatorProjectCalls.detail, { id: elevator?.projectId ?? '' }),
    enabled: elevator !== undefined,
    meta: { silent: true },
  });
  const robots = project.data?.deviceList ?? [];
  return (
    <>
      <Form.Item name="elevatorId" label={t('elevator')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={elevators.data?.list.map(({ id, name, siteName }) => ({
            value: id,
            label: `${name} · ${siteName}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="deviceId" label={t('robot')}>
        <Select
          disabled={!elevator}
          options={robots.map(({ id, nickname, sn }) => ({ value: id, label: nickname || sn }))}
        />
      </Form.Item>
      <Form.Item name="to" label={t('toFloor')}>
        <Select
          disabled={!elevator}
          options={elevator?.floors.map(({ label, floorName }) => ({
            value: label,
            label: floorName ? `${label} · ${floorName}` : label,
          }))}
        />
      </Form.Item>
    </>
  );
}
