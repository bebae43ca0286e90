import { pages, type DeviceMapStatus, type MapRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../../kit/format/format.ts';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../../kit/ui/theme.ts';

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

type Shown = Pick<MapRow, 'id' | 'statuses' | 'hasDraft' | 'hasConflict'>;

/** The state of a map on its robots, and what waits for a user. */
export function MapStatus({ map: { id, statuses, hasDraft, hasConflict } }: { map: Shown }) {
  const { t } = useTranslation('places/maps');
  const entries = statuses.length > 0 ? statuses : [{ status: 'NOT_SYNCED' as const, count: 0 }];
  return (
    <span className="maps-status">
      {entries.map(({ status, count }) => (
        <Link key={status} to={pages.mapDevices({ id })}>
          <StateMark
            {...marks[status]}
            word={count > 1 ? `${t(`statuses.${status}`)} · ${formatNumber(count)}` : t(`statuses.${status}`)}
          />
        </Link>
      ))}
      {hasConflict && (
        <Link to={pages.mapVersions({ id })}>
          <StateMark tone="fault" icon="compare" word={t('hasConflict')} />
        </Link>
      )}
      {hasDraft && (
        <Link to={pages.mapEditor({ id })}>
          <StateMark tone="waiting" icon="edit" word={t('hasDraft')} />
        </Link>
      )}
    </span>
  );
}
