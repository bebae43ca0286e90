import { deviceCalls, deviceLogCalls, pages, type AlarmEntry } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';

const aroundMs = 10 * 60_000;

/** Fetches the logs from ten minutes before an alarm to ten minutes after it, and opens them at its time. */
export function PullAroundAlarm({ alarm }: { alarm: Pick<AlarmEntry, 'deviceId' | 'raisedAt'> }) {
  const { t } = useTranslation('log-pulls');
  const navigate = useNavigate();
  const { deviceId, raisedAt: at } = alarm;
  const mayRead = may(deviceCalls.detail.allow);
  const { data, isPending } = useQuery({
    ...callQuery(deviceCalls.detail, { id: deviceId }),
    enabled: mayRead,
    meta: { silent: true },
  });
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
  if (data && !can(data.device, 'logPull')) return <small>{t('notSupported')}</small>;
  return (
    <Button icon="report" busy={pull.isPending} disabled={isPending && mayRead} onClick={start}>
      {t('around')}
    </Button>
  );
}
