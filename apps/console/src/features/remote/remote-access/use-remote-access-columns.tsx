import { pages, playableStates, type RemoteAccess } from '@sweepline/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import {
  formatBytes,
  formatDate,
  formatDuration,
  formatMetres,
  unknown,
} from '../../../kit/format/format.ts';
import type { Column } from '../../../kit/list/column.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { deviceName } from '../../../shared/robot/use-device-choices.ts';

const icons = { VIEW: 'camera', RECORDING: 'record', DRIVE: 'navigate', SHELL: 'terminal' } as const;
const tabs = { VIEW: 'video', RECORDING: 'video', DRIVE: 'drive', SHELL: 'diagnosis' } as const;
const secondsOf = ({ openedAt, endedAt }: RemoteAccess) =>
  endedAt ? (Date.parse(endedAt) - Date.parse(openedAt)) / 1000 : null;

/** Who it was, at which robot, by which right, why, and from when to when. */
export function useRemoteAccessColumns(): Column<RemoteAccess>[] {
  const { t } = useTranslation('remote/remote-access');
  const { t: video } = useTranslation('video');
  const endOf = useEnd();
  return useMemo(
    () => [
      {
        key: 'person',
        title: t('person'),
        cell: ({ person, company }) => (
          <>
            <strong>{person}</strong>
            <small>{company || unknown}</small>
          </>
        ),
      },
      {
        key: 'kind',
        title: t('kind'),
        width: '190px',
        cell: ({ kind, camera, distanceM }) => (
          <span>
            <Icon name={icons[kind]} size={16} /> {t(`kinds.${kind}`)}
            {camera && <small>{video(`camera.${camera}`)}</small>}
            {distanceM !== null && <small>{t('distance', { metres: formatMetres(distanceM) })}</small>}
          </span>
        ),
      },
      {
        key: 'robot',
        title: t('robot'),
        cell: ({ kind, device, deviceCompany }) => (
          <span>
            {device ? (
              <Link className="sl-identity" to={pages.device({ id: device.id, tab: tabs[kind] })}>
                {deviceName(device)}
              </Link>
            ) : (
              t('goneRobot')
            )}
            <small>{deviceCompany}</small>
          </span>
        ),
      },
      {
        key: 'reason',
        title: t('reason'),
        width: '220px',
        cell: ({ reason, byRight }) => (
          <span>
            {reason || unknown}
            <small>{t('byRightOf', { right: t(`rights.${byRight}`) })}</small>
          </span>
        ),
      },
      {
        key: 'openedAt',
        title: t('when'),
        width: '140px',
        cell: (row) => (
          <span>
            <Ago at={row.openedAt} />
            <small>{row.endedAt && t('tookTime', { time: formatDuration(secondsOf(row)) })}</small>
          </span>
        ),
      },
      {
        key: 'end',
        title: t('howEnded'),
        cell: (row) => (
          <span>
            {endOf(row)}
            {row.kept && <Kept kept={row.kept} />}
          </span>
        ),
      },
    ],
    [t, video, endOf],
  );
}

/** How an access ended. */
function useEnd() {
  const { t } = useTranslation('remote/remote-access');
  const { t: video } = useTranslation('video');
  const { t: shell } = useTranslation('remote-shell');
  return useCallback(
    ({ end, shellEnd, recordingEnd, endedBy, endedAt }: RemoteAccess) => {
      if (recordingEnd && endedBy) return video('recordings.stoppedBy', { name: endedBy });
      if (recordingEnd) return video(`recordings.ends.${recordingEnd}`);
      if (shellEnd) return endedBy ? shell('endedBy', { name: endedBy }) : shell(`reasons.${shellEnd}`);
      if (end) return t(`ends.${end}`, { by: endedBy });
      return endedAt ? unknown : t('going');
    },
    [t, video, shell],
  );
}

/** What is stored of a recording and until when, or why nothing is. */
function Kept({ kept: { state, durationMs, bytes, until } }: { kept: NonNullable<RemoteAccess['kept']> }) {
  const { t } = useTranslation('video');
  if (!playableStates.includes(state)) return <small>{t(`recordings.states.${state}`)}</small>;
  const [time, day] = [formatDuration(durationMs / 1000), formatDate(until)];
  return (
    <>
      <small>{t('recordings.stored', { time, size: formatBytes(bytes) })}</small>
      <small>{t('recordings.until', { day })}</small>
    </>
  );
}
