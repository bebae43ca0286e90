import { deviceLogCalls, pages, type AlarmEntry } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';

const aroundMs = 10 * 60_000;

/** Fetches the logs from ten minutes before an alarm to ten minutes after it, and opens them at its time. */
export function PullAroundAlarm({
  alarm,
}: {
  alarm: Pick<AlarmEntry, 'deviceId' | 'deviceCode' | 'raisedAt'>;
}) {
  const { t } = useTranslation('log-pulls');
  const navigate = useNavigate();
  const { deviceId, deviceCode: model, raisedAt: at } = alarm;
  const pull = useAction(deviceLogCalls.upload, {
    done: t('started'),
    after: ({ id }) => void navigate(pages.deviceLog({ id, at })),
  });
  if (!may(deviceLogCalls.upload.allow) || !may(deviceLogCalls.detail.allow)) return null;
  const start = () => {
    const raised = Date.parse(at);
    const [from, to] = [raised - aroundMs, raised + aroundMs].map((ms) => new Date(ms).toISOString());
    pull.mutate({ deviceId, source: 'RANGE', from, to });
  };
  const isSupported = can({ model }, 'logs');
  return (
    <Button
      icon="report"
      busy={pull.isPending}
      disabled={!isSupported}
      title={isSupported ? undefined : t('notSupported')}
      onClick={start}
    >
      {t('around')}
    </Button>
  );
}
