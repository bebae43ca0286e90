import { otaTaskCalls, pages, type OtaRecord } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../kit/format/ago.tsx';
import { may } from '../../kit/api/may.ts';
import { RecordState } from './record-state.tsx';
import { VersionStep } from './version-step.tsx';

interface Props {
  record: OtaRecord;
  /** What names the row: on the page of a robot the rollout, elsewhere the robot. */
  by: 'robot' | 'rollout';
  /** Actions of the row. */
  children?: ReactNode;
}

/** The update of one robot as a row of a list. */
export function RecordItem({ record, by, children }: Props) {
  const { t } = useTranslation('updates');
  const { device, taskId, taskName, pkgType, siteName, endedAt, since } = record;
  const rollout = may(otaTaskCalls.detail.allow) ? (
    <Link to={pages.otaTask({ id: taskId })}>{taskName}</Link>
  ) : (
    taskName
  );
  return (
    <li className="update-item">
      <div className="update-what">
        <strong>
          {by === 'robot' ? (
            <Link to={pages.device({ id: device.id, tab: 'updates' })}>{device.nickname || device.sn}</Link>
          ) : (
            rollout
          )}
        </strong>
        <small>
          {by === 'robot' ? [device.sn, siteName].filter(Boolean).join(' · ') : t(`type.${pkgType}`)}
        </small>
        {by === 'robot' && <small>{rollout}</small>}
      </div>
      <VersionStep {...record} />
      <RecordState record={record} />
      <Ago at={endedAt ?? since} />
      {children}
    </li>
  );
}
