import { deviceCalls, pages, type MonitorDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatPercent, formatTimeExact } from '../../../../kit/format/format.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { DeviceMark } from '../../../../shared/words/device-mark.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { EventList } from '../../../../shared/timeline/event-list.tsx';
import { MomentWords } from '../../../../shared/timeline/moment-words.tsx';
import { MonitorMap } from './monitor-map.tsx';
import { momentOf } from '../../../../shared/timeline/period-moment.ts';
import { Timeline } from '../../../../shared/timeline/timeline.tsx';
import {
  monitorSpans,
  useMonitorDetail,
  type MonitorAddress,
  type MonitorSpan,
} from './use-monitor-detail.ts';
import './monitor-detail.css';

/** One robot on one time axis: states, battery, runs, drives, commands, alarms, and its way on the map. */
export function MonitorDetailPage() {
  const [params] = useSearchParams();
  const [id, at, alarm] = ['id', 'at', 'alarm'].map((name) => params.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  // Another robot or moment begins with a cursor of its own.
  return <Monitored key={`${id} ${at} ${alarm}`} {...{ id, at, alarm }} />;
}

function Monitored(address: MonitorAddress) {
  const { t } = useTranslation('alarms/monitoring');
  const { t: period } = useTranslation('timeline');
  const { word } = useWords();
  const { query, data, span, setSpan, isNow, isLive, cursor, moveTo, moveToEnd } = useMonitorDetail(address);
  usePageName(data && deviceName(data.device));
  if (query.error && !data) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  const { soc, mode, alarms } = momentOf(data, cursor);
  const words = [
    formatTimeExact(new Date(cursor).toISOString()),
    `${period('lanes.battery')} ${formatPercent(soc)}`,
    mode && word('mode', mode),
    period('openAlarms', { count: alarms.length }),
  ];
  return (
    <section className="monitor-detail">
      <Head device={data.device}>
        {!isNow && (
          <Link className="sl-button sl-button-plain" to={pages.monitorDetail({ id: address.id, span })}>
            {t('backToNow')}
          </Link>
        )}
        <Segments<MonitorSpan>
          onlyWay
          label={t('period')}
          value={span}
          options={Object.keys(monitorSpans)
            .filter((value) => value in monitorSpans)
            .map((value) => ({ value: value as MonitorSpan, text: t(`spans.${value as MonitorSpan}`) }))}
          onChange={setSpan}
        />
      </Head>
      {data.device.live.state === 'OFFLINE' && <Away device={data.device} />}
      {isUnknown(data) ? (
        <Empty icon="history" title={t('empty')} hint={t('emptyPeriod')} />
      ) : (
        <div className="monitor-body">
          <div className="monitor-axis">
            <Timeline
              detail={data}
              at={cursor}
              words={words.filter(Boolean).join(', ')}
              onAt={moveTo}
              onEnd={moveToEnd}
            />
            {data.more && <p className="monitor-note">{t('more')}</p>}
            <MomentWords detail={data} at={cursor} isLive={isLive} />
            <EventList detail={data} at={cursor} onAt={moveTo} />
          </div>
          <MonitorMap name={deviceName(data.device)} detail={data} at={cursor} />
        </div>
      )}
    </section>
  );
}

const isUnknown = ({ samples, modes, connection, trail, alarms, commands, runs, drives }: MonitorDetail) =>
  [samples, modes, connection, trail, alarms, commands, runs, drives].every(({ length }) => length === 0);

type Device = MonitorDetail['device'];

function Head({ device, children }: { device: Device; children: React.ReactNode }) {
  const { t } = useTranslation('alarms/monitoring');
  const { sn, model, companyName, site, live } = device;
  return (
    <header className="sl-page-head">
      <div>
        <h1>{deviceName(device)}</h1>
        <p className="monitor-who">
          {[sn, model, companyName, site?.name].filter(Boolean).join(' · ')}
          <DeviceMark live={live} />
          {may(deviceCalls.detail.allow) && (
            <Link to={pages.device({ id: device.id })}>{t('openDevice')}</Link>
          )}
        </p>
      </div>
      <div className="sl-page-actions">{children}</div>
    </header>
  );
}

/** A robot that is away: since when, and what it reported last. */
function Away({ device: { live } }: { device: Device }) {
  const { t } = useTranslation('alarms/monitoring');
  const { t: period } = useTranslation('timeline');
  const { word } = useWords();
  return (
    <p className="monitor-away" role="status">
      <Icon name="offline" size={18} />
      <strong>{t('offline')}</strong>
      {live.since && <span>{t('sinceAt', { at: formatTimeExact(live.since) })}</span>}
      <span>
        {t('lastKnown')}: {period('lanes.battery')} {formatPercent(live.soc)}
        {live.mode && ` · ${word('mode', live.mode)}`} · <Ago at={live.lastSeenAt} />
      </span>
    </p>
  );
}
