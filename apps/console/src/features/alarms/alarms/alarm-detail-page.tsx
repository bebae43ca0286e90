import {
  alarmCalls,
  deviceCalls,
  pages,
  runCalls,
  type AlarmEntry,
  type AlarmRun,
  type Output,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { RemedyArticles } from '../../../shared/articles/remedy-articles.tsx';
import { PullAroundAlarm } from '../../../shared/log-pulls/pull-around-alarm.tsx';
import { AttachedSnapshots, maySeeAttached } from '../../../shared/video/evidence/attached-snapshots.tsx';
import { AlarmWorkOrder } from '../../../shared/work-orders/alarm-work-order.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatArea } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { OrderFixes } from '../../../shared/work-orders/order-fixes/order-fixes.tsx';
import { actsOn } from './alarm-acts.tsx';
import { AlarmDeliveries } from './alarm-deliveries.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { AlarmPlaceMap } from './alarm-place.tsx';
import { AlarmDuration, AlarmLevel, AlarmLife, AlarmName, AlarmState, useAlarmName } from './alarm-state.tsx';
import { AlarmIdentity } from './use-alarm-columns.tsx';
import { useAlarmKeys } from './use-alarm-keys.ts';
import { useStartAct } from './use-start-act.tsx';
import { useAlarmsLive } from './use-alarms-live.ts';
import './alarms.css';

type Detail = Output<typeof alarmCalls.detail>;

/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1;

const untilShelfEnds = (alarm: AlarmEntry | undefined): number | false =>
  alarm?.shelved
    ? Math.min(maxDelayMs, Math.max(1_000, Date.parse(alarm.shelved.until) - Date.now()))
    : false;

/** One alarm: what it is, what to do, what it costs, where it is, and everything done to it. */
export function AlarmDetailPage() {
  const [params] = useSearchParams();
  const { data, error, refetch } = useQuery({
    ...callQuery(alarmCalls.detail, { id: params.get('id') ?? '' }),
    meta: { silent: true },
    // The server pushes nothing at the end of a shelf: it ends by the clock.
    refetchInterval: ({ state }) => untilShelfEnds(state.data?.alarm),
  });
  const nameOf = useAlarmName();
  usePageName(data && nameOf(data.alarm));
  useAlarmsLive(data?.alarm.deviceId);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <Detail key={data.alarm.id} detail={data} />;
}

function Detail({ detail }: { detail: Detail }) {
  const { t } = useTranslation('alarms/alarms');
  const { t: delivery } = useTranslation('delivery');
  const { t: video } = useTranslation('video');
  const { alarm, run, place, cause, followers, acts, before, beforeCount } = detail;
  const remedy = useRemedy(alarm.code);
  return (
    <div className="alarm-detail">
      <Header alarm={alarm} />
      <div className="alarm-parts">
        <div>
          <Part title={t('page.remedy')}>
            <p className="alarm-remedy">{remedy ?? t('page.noRemedy')}</p>
            <p className="alarm-quiet">
              {t('fixer')}: {t(`fixers.${alarm.fixer}`)}
            </p>
            <RemedyArticles code={alarm.code} model={alarm.deviceCode} />
          </Part>
          <Part title={t('page.costs')}>
            <Cost run={run} />
          </Part>
          <Part title={t('page.place')}>
            {place ? <AlarmPlaceMap place={place} /> : <p className="alarm-quiet">{t('page.noPlace')}</p>}
          </Part>
          {maySeeAttached('ALARM') && (
            <Part title={video('snapshots')}>
              <AttachedSnapshots
                kind="ALARM"
                targetId={alarm.id}
                deviceId={alarm.deviceId}
                deviceName={alarm.deviceName || alarm.deviceSn}
              />
            </Part>
          )}
          <OrderFixes alarm={alarm} />
        </div>
        <div>
          {cause && (
            <Part title={t('page.cause')}>
              <Rows alarms={[cause]} />
            </Part>
          )}
          {followers.length > 0 && (
            <Part title={t('page.followers')}>
              <Rows alarms={followers} />
            </Part>
          )}
          <Part title={t('page.history')}>
            <AlarmHistory alarm={alarm} acts={acts} />
          </Part>
          <Part title={delivery('title')}>
            <AlarmDeliveries alarmId={alarm.id} />
          </Part>
          <Part title={t('page.before')}>
            <p className="alarm-quiet">
              {beforeCount === 0 ? t('page.first') : t('page.beforeCount', { count: beforeCount })}
            </p>
            <Rows alarms={before} />
          </Part>
        </div>
      </div>
    </div>
  );
}

/** The remedy of a code; undefined for a code of another maker. */
function useRemedy(code: string): string | undefined {
  const { t, i18n } = useTranslation('alarms/alarms');
  return i18n.exists(`remedies.${code}`, { ns: 'alarms/alarms' })
    ? t(`remedies.${code as '10101'}`)
    : undefined;
}

function Header({ alarm }: { alarm: AlarmEntry }) {
  const { t } = useTranslation('alarms/alarms');
  const { start, dialog } = useStartAct([alarm]);
  useAlarmKeys([alarm], start);
  const [first, ...others] = actsOn([alarm]);
  const name = useAlarmName()(alarm);
  return (
    <header className="alarm-head">
      <div>
        <h1>
          <AlarmName {...alarm} />
        </h1>
        <p>
          <AlarmLevel {...alarm} /> · {alarm.code} ·{' '}
          {may(deviceCalls.detail.allow) && alarm.deviceName ? (
            <Link to={pages.device({ id: alarm.deviceId })}>{alarm.deviceName}</Link>
          ) : (
            alarm.deviceName
          )}
          {[alarm.site?.name, alarm.companyName].filter(Boolean).map((name) => ` · ${name}`)}
        </p>
        {alarm.description && alarm.description !== alarm.name && <p>{alarm.description}</p>}
        <div className="alarm-marks">
          <AlarmState {...alarm} />
          <AlarmLife {...alarm} />
          <span>
            {t('raised')} <Ago at={alarm.raisedAt} />
          </span>
          <AlarmDuration {...alarm} />
          {alarm.count > 1 && <span>{t('times', { count: alarm.count })}</span>}
        </div>
        {alarm.processed && <p>{alarm.processed.result}</p>}
      </div>
      <div className="sl-page-actions">
        {first && (
          <Button look="main" className="alarm-first" onClick={() => start(first)}>
            {t(`acts.${first}`)}
          </Button>
        )}
        <AlarmWorkOrder alarm={alarm} name={name} />
        <PullAroundAlarm alarm={alarm} />
        {others.map((each) => (
          <Button key={each} className="alarm-act" onClick={() => start(each)}>
            {t(`acts.${each}`)}
          </Button>
        ))}
        <div className="alarm-more">
          <RowMenu
            label={name}
            items={others.map((act) => ({ key: act, text: t(`acts.${act}`), run: () => start(act) }))}
          />
        </div>
      </div>
      {dialog}
    </header>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="alarm-part">
    <h2>{title}</h2>
    {children}
  </section>
);

/** The run that it stops, and the area that waits. */
function Cost({ run }: { run: AlarmRun | null }) {
  const { t } = useTranslation('alarms/alarms');
  if (!run) return <p className="alarm-quiet">{t('page.noRun')}</p>;
  const { id, name, endedAt, waitingM2 } = run;
  const text =
    endedAt !== null
      ? t('page.runOver', { run: name })
      : waitingM2 === null
        ? t('page.runWaits', { run: name })
        : t('page.waiting', { area: formatArea(waitingM2), run: name });
  return <p>{may(runCalls.detail.allow) ? <Link to={pages.task({ run: id })}>{text}</Link> : text}</p>;
}

const Rows = ({ alarms }: { alarms: readonly AlarmEntry[] }) => (
  <ul className="alarm-rows">
    {alarms.map((alarm) => (
      <li key={alarm.id}>
        <AlarmIdentity alarm={alarm} />
        <AlarmState {...alarm} />
        <Ago at={alarm.raisedAt} />
      </li>
    ))}
  </ul>
);
