import { pages, type DeviceLog } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatBytes, formatDate, unknown } from '../../../../kit/format/format.ts';
import type { Column } from '../../../../kit/list/column.ts';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { LogState } from '../log-state.tsx';
import { useLogWish } from '../use-log-words.ts';

/** The columns of pulls; on the page of a robot without its name. */
export function useLogColumns({ ofRobot = false } = {}): Column<DeviceLog>[] {
  const { t } = useTranslation('remote/logs');
  const wishOf = useLogWish();
  return useMemo(() => {
    const identity: Column<DeviceLog> = {
      key: 'name',
      title: t(ofRobot ? 'requested' : 'robot'),
      width: '20%',
      cell: ({ id, device, createdAt }) => (
        <>
          <Link to={pages.deviceLog({ id })}>
            {ofRobot ? <Ago at={createdAt} /> : deviceName(device) || unknown}
          </Link>
          {!ofRobot && (
            <small>
              {device.sn} · {device.model}
            </small>
          )}
        </>
      ),
    };
    return [
      identity,
      {
        key: 'wish',
        title: t('content'),
        width: '30%',
        cell: (log) => (
          <>
            <span className="log-wish">{wishOf(log)}</span>
            <small>
              {log.alarmId === null ? (
                t(`sources.${log.source}`)
              ) : (
                <Link to={pages.alarm({ id: log.alarmId })}>{t(`sources.${log.source}`)}</Link>
              )}
            </small>
          </>
        ),
      },
      { key: 'state', title: t('state'), width: '170px', cell: (log) => <LogState log={log} /> },
      {
        key: 'bytes',
        title: t('size'),
        sort: 'bytes',
        numeric: true,
        cell: ({ file }) => (file ? formatBytes(file.bytes) : unknown),
      },
      {
        key: 'createdAt',
        title: t('requested'),
        sort: 'createdAt',
        width: '150px',
        cell: ({ createdAt, by }) => <AgoBy at={createdAt} by={by} />,
      },
      { key: 'deleted', title: t('deleted'), hidden: true, cell: ({ deletedAt }) => formatDate(deletedAt) },
      { key: 'company', title: t('company'), hidden: true, cell: ({ companyName }) => companyName },
    ];
  }, [t, wishOf, ofRobot]);
}
