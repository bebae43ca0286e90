import { alarmTellingCalls, type Output } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { formatNumber, formatTime } from '../../../kit/format/format.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { DeviceSelect } from '../../../shared/device-picker/device-select.tsx';
import { useDeliveryWords } from '../../../shared/delivery/use-delivery-words.ts';
import { codeOptions } from './code-telling-dialog.tsx';
import { useEscalationWords } from './use-escalation-words.ts';

type Result = Output<typeof alarmTellingCalls.dryRun>;
type Receiver = Result['steps'][number]['receivers'][number];

/** Whom an alarm of a code on a robot would reach now, and by which rule. Nothing is sent. */
export function DryRunDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('alarms/escalation');
  const [deviceId, setDeviceId] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    ...callQuery(alarmTellingCalls.dryRun, { deviceId: deviceId ?? '', code: code ?? '' }),
    enabled: deviceId !== null && code !== null,
    meta: { silent: true },
  });
  return (
    <Dialog open title={t('dryRun')} footer={null} onCancel={onClose}>
      <div className="escalation-form">
        <p>{t('dryRunHint')}</p>
        <DeviceSelect label={t('robot')} value={deviceId} onChange={setDeviceId} />
        <Select
          aria-label={t('code')}
          placeholder={t('code')}
          value={code}
          options={codeOptions}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={setCode}
        />
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          data && <DryRunResult result={data} />
        )}
      </div>
    </Dialog>
  );
}

function DryRunResult({ result }: { result: Result }) {
  const { t } = useTranslation('alarms/escalation');
  const words = useEscalationWords();
  if (!result.isTold) return <p role="status">{t('suppressed')}</p>;
  return (
    <ol className="escalation-result">
      {Object.entries(result.steps).map(([place, { afterMinutes, receivers }]) => (
        <li key={place}>
          <strong>
            {place === '0'
              ? t('first', { seconds: formatNumber(result.afterSeconds) })
              : words.after(afterMinutes)}
          </strong>
          {receivers.length === 0 && <small>{t('noReceivers')}</small>}
          {Object.entries(receivers).map(([n, receiver]) => (
            <ReceiverLine key={n} receiver={receiver} />
          ))}
        </li>
      ))}
      {result.remindMinutes !== null && (
        <li>{t('reminds', { count: result.remindMinutes, shown: formatNumber(result.remindMinutes) })}</li>
      )}
    </ol>
  );
}

function ReceiverLine({ receiver }: { receiver: Receiver }) {
  const { channel, rule, quietUntil } = receiver;
  const { t } = useTranslation('alarms/escalation');
  const { t: word } = useTranslation('delivery');
  const words = useDeliveryWords();
  return (
    <p>
      {words.receiver(receiver)} · {word(`channels.${channel}`)}
      <small>
        {words.rule(rule)}
        {quietUntil && ` · ${t('quiet', { time: formatTime(quietUntil) })}`}
      </small>
    </p>
  );
}
