import { alarmCalls, deviceCalls, runCalls, pages, type AlarmEntry } from '@sweepline/contract';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import type { Column } from '../../../kit/list/column.ts';
import { formatNumber, formatTimeExact, unknown } from '../../../kit/format/format.ts';
import { may } from '../../../kit/api/may.ts';
import { AlarmDuration, AlarmLevel, AlarmLife, AlarmName, AlarmState } from './alarm-state.tsx';
import './alarms.css';

const nothing = <span className="sl-unknown">{unknown}</span>;

/** The alarm with its code and text, as a link to its page. `more` is below it. */
export function AlarmIdentity({ alarm, more }: { alarm: AlarmEntry; more?: ReactNode }) {
  const { t } = useTranslation('alarms/alarms');
  const name = <AlarmName {...alarm} />;
  return (
    <span className={alarm.causeId === null ? undefined : 'alarm-follower'}>
      {may(alarmCalls.detail.allow) ? (
        <Link className="sl-identity" to={pages.alarm({ id: alarm.id })}>
          {name}
        </Link>
      ) : (
        name
      )}
      <small className="alarm-note" title={alarm.description}>
        {[
          alarm.code,
          alarm.count > 1 && t('times', { count: alarm.count }),
          // The robot's description adds to the translated code; for another vendor's vehicle it is the only text.
          alarm.description !== alarm.name && alarm.description,
          alarm.causeId !== null && t('follower'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {more}
    </span>
  );
}

type Columns = Column<AlarmEntry>[];

/** Where and what: robot, company, site and run. */
function usePlaceColumns(): Columns {
  const { t } = useTranslation('alarms/alarms');
  return useMemo(
    () => [
      {
        key: 'robot',
        title: t('robot'),
        width: '140px',
        cell: ({ deviceId, deviceName, deviceSn }) => (
          <>
            {may(deviceCalls.detail.allow) && deviceName ? (
              <Link to={pages.device({ id: deviceId })}>{deviceName}</Link>
            ) : (
              deviceName || unknown
            )}
            {deviceSn !== deviceName && <small>{deviceSn}</small>}
          </>
        ),
      },
      { key: 'site', title: t('site'), width: '170px', cell: ({ site }) => site?.name ?? nothing },
      { key: 'company', title: t('company'), hidden: true, cell: ({ companyName }) => companyName },
    ],
    [t],
  );
}

/** What is rarely needed: offered by the column chooser. */
function useFurtherColumns(): Columns {
  const { t } = useTranslation('alarms/alarms');
  const personName = usePersonName();
  return useMemo(
    () => [
      { key: 'type', title: t('type'), hidden: true, cell: ({ type }) => type },
      {
        key: 'count',
        title: t('count'),
        hidden: true,
        numeric: true,
        sort: 'count',
        cell: ({ count }) => formatNumber(count),
      },
      {
        key: 'owner',
        title: t('owner'),
        hidden: true,
        cell: ({ owner }) => (owner ? personName(owner) : nothing),
      },
      {
        key: 'processing',
        title: t('processing'),
        hidden: true,
        cell: ({ processing }) => t(`processingStates.${processing}`),
      },
      {
        key: 'processedAt',
        title: t('processedAt'),
        hidden: true,
        cell: ({ processed }) => formatTimeExact(processed?.at ?? null),
      },
      {
        key: 'result',
        title: t('result'),
        hidden: true,
        cell: ({ processed }) => processed?.result ?? nothing,
      },
      {
        key: 'clearedAt',
        title: t('clearedAt'),
        hidden: true,
        sort: 'clearedAt',
        cell: ({ clearedAt }) => formatTimeExact(clearedAt),
      },
    ],
    [t, personName],
  );
}

/** The columns of alarms. The list of one robot leaves its robot out. */
export function useAlarmColumns(
  identity: (alarm: AlarmEntry) => ReactNode,
  { ofRobot = false } = {},
): readonly Column<AlarmEntry>[] {
  const { t } = useTranslation('alarms/alarms');
  const places = usePlaceColumns();
  const further = useFurtherColumns();
  return useMemo(
    (): Columns => [
      { key: 'alarm', title: t('alarm'), sort: 'code', cell: identity },
      {
        key: 'level',
        title: t('level'),
        width: '100px',
        sort: 'level',
        cell: (alarm) => <AlarmLevel {...alarm} />,
      },
      ...(ofRobot ? [] : places),
      { key: 'state', title: t('state'), width: '150px', cell: (alarm) => <AlarmState {...alarm} /> },
      { key: 'life', title: t('life'), width: '180px', cell: (alarm) => <AlarmLife {...alarm} /> },
      {
        key: 'raised',
        title: t('raised'),
        width: '130px',
        sort: 'raisedAt',
        cell: ({ raisedAt }) => <Ago at={raisedAt} />,
      },
      {
        key: 'duration',
        title: t('duration'),
        numeric: true,
        width: '120px',
        cell: (alarm) => <AlarmDuration {...alarm} />,
      },
      { key: 'fixer', title: t('fixer'), width: '150px', cell: ({ fixer }) => t(`fixers.${fixer}`) },
      {
        key: 'run',
        title: t('run'),
        cell: ({ runId, runName }) =>
          runId && may(runCalls.detail.allow) ? (
            <Link to={pages.task({ run: runId })}>{runName ?? t('openRun')}</Link>
          ) : (
            (runName ?? nothing)
          ),
      },
      ...further,
    ],
    [t, identity, ofRobot, places, further],
  );
}
