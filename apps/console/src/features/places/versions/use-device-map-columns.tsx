import { pages, type DeviceMap, type DeviceMapStatus } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AgoBy } from '../../../kit/ui/ago-by.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { unknown } from '../../../kit/format/format.ts';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const marks: Record<DeviceMapStatus, { tone: Tone; icon: IconName }> = {
  ENABLED: { tone: 'working', icon: 'check' },
  IN_USE: { tone: 'working', icon: 'navigate' },
  DISABLED: { tone: 'quiet', icon: 'ring' },
  NOT_SYNCED: { tone: 'waiting', icon: 'clock' },
  SYNCING: { tone: 'moving', icon: 'refresh' },
  SYNC_FAILED: { tone: 'fault', icon: 'alert' },
  DELETED: { tone: 'quiet', icon: 'trash' },
  DELETED_ON_DEVICE: { tone: 'quiet', icon: 'trash' },
};

/** Robots with a map: the version they have and the state of its transfer. */
export function useDeviceMapColumns(published: number): Column<DeviceMap>[] {
  const { t } = useTranslation('places/versions');
  return useMemo(
    () => [
      {
        key: 'device',
        title: t('device'),
        width: '30%',
        cell: ({ device }) => (
          <>
            <Link to={pages.device({ id: device.id })}>{device.nickname || device.sn}</Link>
            <small>
              {device.sn} · {device.model}
            </small>
          </>
        ),
      },
      {
        key: 'status',
        title: t('status'),
        cell: ({ status, step, reason }) => (
          <>
            <StateMark {...marks[status]} word={t(`statuses.${status}`)} />
            {status === 'SYNCING' && step && <small>{t(`steps.${step}`)}</small>}
            {reason && <small>{t(`reasons.${reason}`)}</small>}
          </>
        ),
      },
      {
        key: 'version',
        title: t('onRobot'),
        width: '150px',
        cell: ({ version, wanted }) => (
          <>
            <span>{version === null ? unknown : t('version', { version })}</span>
            {version !== null && version < published && (
              <small>{t('behind', { version: wanted ?? published })}</small>
            )}
          </>
        ),
      },
      {
        key: 'synced',
        title: t('synced'),
        width: '150px',
        cell: ({ syncedAt }) => (syncedAt ? <Ago at={syncedAt} /> : unknown),
      },
      {
        key: 'changed',
        title: t('changed'),
        width: '160px',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
    ],
    [t, published],
  );
}
