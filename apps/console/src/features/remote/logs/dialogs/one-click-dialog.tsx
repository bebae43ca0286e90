import { deviceLogCalls, logLimits, type Output } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { inService } from '../../../../shared/device-picker/use-device-search.ts';
import { DevicePicker } from '../../../../shared/device-picker/device-picker.tsx';

type Results = Output<typeof deviceLogCalls.oneClickPull>['list'];

/** Fetches all lines of the last 24 hours from several robots, and says what became of each. */
export function OneClickDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('remote/logs');
  const { t: kit } = useTranslation('kit');
  const [deviceIds, setDeviceIds] = useState<string[]>([]);
  const [allowMobileData, setAllowMobileData] = useState(false);
  const [results, setResults] = useState<Results>();
  const pull = useAction(deviceLogCalls.oneClickPull, {
    done: null,
    after: ({ list }) => (list.every(({ id }) => id !== null) ? onClose() : setResults(list)),
  });
  if (results)
    return (
      <Dialog open title={t('oneClick')} footer={null} onCancel={onClose}>
        <OneClickResults results={results} />
      </Dialog>
    );
  return (
    <Dialog
      open
      title={t('oneClick')}
      okText={t('oneClickAct', { count: deviceIds.length })}
      cancelText={kit('cancel')}
      confirmLoading={pull.isPending}
      okButtonProps={{ disabled: deviceIds.length === 0 || deviceIds.length > logLimits.devices }}
      onOk={() => pull.mutate({ deviceIds, allowMobileData })}
      onCancel={onClose}
    >
      <p className="log-hint">{t('oneClickHint', { count: logLimits.devices })}</p>
      <DevicePicker
        narrowed={inService}
        label={t('robots')}
        value={deviceIds}
        onChange={setDeviceIds}
        isOffered={(device) => can(device, 'logPull')}
      />
      <Checkbox checked={allowMobileData} onChange={({ target }) => setAllowMobileData(target.checked)}>
        {t('mobileData')}
      </Checkbox>
    </Dialog>
  );
}

const OneClickResults = ({ results }: { results: Results }) => {
  const { t } = useTranslation('remote/logs');
  return (
    <ul className="log-results">
      {results.map(({ deviceId, name, id, reason }) => (
        <li key={deviceId}>
          <Icon name={id === null ? 'alert' : 'check'} size={15} />
          <span>
            <strong>{name}</strong>
            <small>{id === null ? reason : t('started')}</small>
          </span>
        </li>
      ))}
    </ul>
  );
};
