import { diagnosisCalls, permissions, shellCalls, type DeviceLive } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { may } from '../../../kit/api/may.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { DeviceShell } from '../../../shared/remote-shell/device-shell.tsx';
import { ShellList } from '../../../shared/remote-shell/shell-list.tsx';
import { ShellRecord } from '../../../shared/remote-shell/replay/shell-record.tsx';
import './diagnosis.css';
import { LiveLog } from './live-log/live-log.tsx';
import { Overview } from './overview/overview.tsx';

interface Props {
  detail: {
    device: { id: string; nickname: string; sn: string };
    live: DeviceLive;
    capabilities: readonly string[];
  };
}

type View = 'overview' | 'log' | 'shell' | 'shells';

/** The views that the user may open. */
const viewsOf = (): View[] => [
  'overview',
  ...(may(diagnosisCalls.openLog.allow) ? (['log'] as const) : []),
  ...(may([permissions.deviceShell, permissions.deviceShellApprove]) ? (['shell'] as const) : []),
  ...(may(shellCalls.list.allow) ? (['shells'] as const) : []),
];

/** Remote diagnosis of a robot: what is known without a shell, its log as it writes it, and shells. */
export function DiagnosisTab({ detail }: Props) {
  const { t } = useTranslation('remote/diagnosis');
  const [params, setParams] = useSearchParams();
  const views = viewsOf();
  const shellId = params.get('shell');
  const fallback: View = shellId !== null && views.includes('shells') ? 'shells' : 'overview';
  const view = views.find((one) => one === params.get('view')) ?? fallback;
  const open = (next: View, shell?: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const name of ['view', 'shell', 'page', 'pageSize']) changed.delete(name);
        if (next !== 'overview') changed.set('view', next);
        if (shell) changed.set('shell', shell);
        return changed;
      },
      { replace: shell === undefined },
    );
  const { device, live } = detail;
  const online = live.connection.state === 'ONLINE';
  return (
    <>
      <div className="dg-views">
        <Segments
          label={t('views')}
          value={view}
          options={views.map((value) => ({ value, text: t(`view.${value}`) }))}
          onChange={(next) => open(next)}
          onlyWay
        />
      </div>
      {view === 'overview' && <Overview key={device.id} detail={detail} />}
      {view === 'log' && (
        <LiveLog key={device.id} deviceId={device.id} name={device.nickname} online={online} />
      )}
      {view === 'shell' && (
        <DeviceShell
          key={device.id}
          deviceId={device.id}
          name={device.nickname}
          onReplay={(id) => open('shells', id)}
        />
      )}
      {view === 'shells' &&
        (shellId === null ? (
          <ShellList deviceId={device.id} onOpen={(id) => open('shells', id)} />
        ) : (
          <ShellRecord
            key={shellId}
            id={shellId}
            onBack={() => open('shells')}
            onLive={views.includes('shell') ? () => open('shell') : undefined}
          />
        ))}
    </>
  );
}
