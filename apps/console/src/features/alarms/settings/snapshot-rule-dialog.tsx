import { snapshotRuleCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

const levels = [1, 2, 3, 4, 5];
const choices = ['ofAssists', 'onReports', 'onOrders'] as const;

/** Decides for the own company which alarms bring a snapshot, and what else gets it. */
export function SnapshotRuleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('alarms/settings');
  const { data, error, refetch } = useQuery(callQuery(snapshotRuleCalls.detail, {}));
  if (!data)
    return (
      <Dialog open title={t('snapshots.title')} footer={null} onCancel={onClose}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={5} />}
      </Dialog>
    );
  const { companyName: company, minLevel, ofAssists, onReports, onOrders, version, used } = data;
  return (
    <FormDialog
      title={t('snapshots.title')}
      call={snapshotRuleCalls.update}
      submit={t('snapshots.save')}
      initial={{ minLevel, ofAssists, onReports, onOrders, version }}
      onClose={onClose}
    >
      <p className="alarm-settings-hint">{t('snapshots.hint', { company })}</p>
      <Form.Item name="minLevel" label={t('snapshots.fromLevel')}>
        <Select
          options={[
            { value: null, label: t('snapshots.never') },
            ...levels.map((level) => ({ value: level, label: t('snapshots.levelFrom', { level }) })),
          ]}
        />
      </Form.Item>
      {choices.map((name) => (
        <Form.Item key={name} name={name} valuePropName="checked" className="alarm-settings-choice">
          <Checkbox>{t(`snapshots.${name}`)}</Checkbox>
        </Form.Item>
      ))}
      <p>{t('snapshots.used', { taken: formatNumber(used.taken), failed: formatNumber(used.failed) })}</p>
    </FormDialog>
  );
}
