import type { ReportDetail } from '@sweepline/contract';
import { useContext, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime, unknown } from '../../../../kit/format/format.ts';
import { keyboardScroll } from '../../../../kit/list/keyboard-scroll.ts';
import { PhaseTimeline } from '../../../../shared/robot/phase-timeline.tsx';
import { AttachedSnapshots, maySeeAttached } from '../../../../shared/video/evidence/attached-snapshots.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { AssistList } from './assist-list.tsx';
import { BatteryChart } from './battery-chart.tsx';
import { MissedList } from './missed-list.tsx';
import { ReportEarlier } from './report-earlier.tsx';
import { ReportMap } from './report-map.tsx';
import { ReportProof, type ReportRecordText } from './report-proof.tsx';
import { ReportRecord } from './report-record.tsx';
import { ReportSourceContext } from '../report-source.ts';
import { ReportTables } from './report-tables.tsx';
import { Verdict } from '../report-result.tsx';
import { ResultMark } from '../result-mark.tsx';
import { useOverlay } from '../replay/use-overlay.ts';
import { useReplay } from '../replay/use-replay.ts';
import { useReportAssists } from './use-report-assists.ts';
import { useReportTrace } from '../replay/use-report-trace.ts';
import './report-page.css';
import './report-proof.css';
import './report-print.css';

interface Props {
  report: ReportDetail;
  /** The record's fingerprint, once it is loaded. */
  sha256: string | undefined;
  readRecord: () => Promise<ReportRecordText>;
  /** The actions of the reader. */
  actions: ReactNode;
}

/** One finished run: the proof on the map, the record beside it, and the time and charge charts below. */
export function ReportView({ report, sha256, readRecord, actions }: Props) {
  const { t } = useTranslation('work/reports');
  const { t: video } = useTranslation('video');
  const [selected, select] = useState<string>();
  const { shared } = useContext(ReportSourceContext);
  const { trace, missed, picture, box, durationMs, failed, mayHavePath } = useReportTrace(report);
  const overlay = useOverlay(report);
  const assists = useReportAssists(report.id);
  const replay = useReplay(durationMs);
  const cursor = replay.at === null ? {} : { cursor: replay.at };
  return (
    <article className="report-page">
      <ReportHead report={report} actions={actions} />
      <div className="report-map">
        <ReportMap
          report={report}
          trace={overlay.trace ?? trace}
          picture={picture}
          box={box}
          missed={overlay.trace ? [] : (missed ?? [])}
          assists={overlay.trace ? [] : assists.placed}
          replay={replay}
          durationMs={durationMs}
          selected={selected}
          onSelect={select}
        />
      </div>
      <aside className="report-side" ref={keyboardScroll}>
        <ReportRecord report={report} />
        {missed && <MissedList patches={missed} selected={selected} onSelect={select} />}
        {assists.list.length > 0 && (
          <AssistList runId={report.id} assists={assists} selected={selected} onSelect={select} />
        )}
        {!shared && maySeeAttached('REPORT') && (
          <section className="record-group">
            <h2>{video('snapshots')}</h2>
            <AttachedSnapshots
              kind="REPORT"
              targetId={report.id}
              deviceId={report.device.id}
              deviceName={report.device.nickname || report.device.sn}
            />
          </section>
        )}
        {!mayHavePath && <p className="report-note">{t(failed ? 'pathFailed' : 'noPath')}</p>}
      </aside>
      <div className="report-below">
        <PhaseTimeline
          question={t('phasesQuestion')}
          phases={report.timeline}
          end={report.endedAt}
          {...cursor}
        />
        <BatteryChart
          question={t('batteryQuestion')}
          points={report.battery}
          start={report.startedAt}
          end={report.endedAt}
          {...cursor}
        />
        <ReportTables report={report} />
        {!shared && report.taskId && <ReportEarlier report={report} overlay={overlay} />}
        <ReportProof sha256={sha256} read={readRecord} name={`report-${report.id}`} />
      </div>
    </article>
  );
}

function ReportHead({ report, actions }: Pick<Props, 'report' | 'actions'>) {
  const { t } = useTranslation('work/reports');
  const { word } = useWords();
  const { device, cleaningMode, strength, repetitions } = report;
  const how = [
    cleaningMode && word('cleaningMode', cleaningMode),
    strength && word('strength', strength),
    repetitions !== null && t('times', { count: repetitions }),
  ].filter(Boolean);
  return (
    <header className="sl-page-head">
      <div className="report-head">
        <h1>{report.name}</h1>
        <ResultMark result={report.result} />
        <span>{report.code ? word('reply', report.code) : <Verdict report={report} />}</span>
        <small>
          {[
            device.nickname ? `${device.nickname} (${device.sn})` : device.sn,
            report.site,
            report.map?.name,
            formatTime(report.startedAt),
            how.join(', '),
            word('origin', report.origin),
            report.by && `${t('by')} ${report.by}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <div className="sl-page-actions">{actions}</div>
      {report.flags.length > 0 && <ReportDoubt report={report} />}
      {report.pictureFault && (
        <p className="report-doubt" role="note">
          {t(`pictureFault.${report.pictureFault}`)}
        </p>
      )}
      {report.isMeasuring && (
        <p className="report-doubt" role="note">
          {t('measuringHint')}
        </p>
      )}
    </header>
  );
}

/** The reason why a report is implausible, and its consequences. */
function ReportDoubt({ report: { flags, told } }: { report: ReportDetail }) {
  const { t } = useTranslation('work/reports');
  return (
    <p className="report-doubt" role="note">
      <strong>⚠ {t('flagTitle')}</strong> {flags.map((flag) => t(`flag.${flag}`)).join(' · ')}.{' '}
      {t('flagHint')}{' '}
      {(told.startedAt ?? told.endedAt) !== null &&
        t('toldTimes', { start: told.startedAt ?? unknown, end: told.endedAt ?? unknown })}
    </p>
  );
}
