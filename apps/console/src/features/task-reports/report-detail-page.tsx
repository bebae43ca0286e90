import { reportCalls, type ReportDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { reading } from '../../kit/api.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Failure } from '../../kit/failure.tsx';
import { formatTime } from '../../kit/format.ts';
import { usePageName } from '../../kit/page-name.ts';
import { PhaseTimeline } from '../../kit/robot/phase-timeline.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useWords } from '../../kit/words/use-words.ts';
import { BatteryChart } from './battery-chart.tsx';
import { MissedList } from './missed-list.tsx';
import { ReportMap } from './report-map.tsx';
import { ReportRecord } from './report-record.tsx';
import { ReportTables } from './report-tables.tsx';
import { ResultMark } from './result-mark.tsx';
import { useReplay } from './use-replay.ts';
import { useReportTrace } from './use-report-trace.ts';
import './report-page.css';
import './report-print.css';

export function ReportDetailPage() {
  const { t } = useTranslation('task-reports');
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...reading(reportCalls.detail, { id }),
    enabled: id !== '',
    meta: { silent: true },
  });
  if (!id) return <Empty icon="report" title={t('noReport')} hint={t('noReportHint')} />;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <Report key={id} report={data} />;
}

/** One finished run: the proof on the map, the record beside it, and below where time and charge went. */
function Report({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('task-reports');
  usePageName(report.name);
  const [selected, select] = useState<string>();
  const { trace, missed, box, durationMs, failed, told } = useReportTrace(report);
  const replay = useReplay(durationMs);
  const cursor = replay.at === null ? {} : { cursor: replay.at };
  return (
    <article className="report-page">
      <ReportHead report={report} />
      <div className="report-map">
        <ReportMap
          report={report}
          trace={trace}
          box={box}
          missed={missed ?? []}
          replay={replay}
          durationMs={durationMs}
          selected={selected}
          onSelect={select}
        />
      </div>
      <aside className="report-side">
        <ReportRecord report={report} />
        {missed && <MissedList patches={missed} selected={selected} onSelect={select} />}
        {!told && <p className="report-note">{t(failed ? 'pathFailed' : 'noPath')}</p>}
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
      </div>
    </article>
  );
}

function ReportHead({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('task-reports');
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
        {report.code && <span>{word('reply', report.code)}</span>}
        <small>
          {[
            device.nickname ? `${device.nickname} (${device.sn})` : device.sn,
            report.site,
            report.map?.name,
            formatTime(report.startedAt),
            how.join(', '),
            word('origin', report.origin),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <div className="sl-page-actions">
        {report.taskId && (
          <Link className="sl-button sl-button-plain" to={`/dataManage/taskDetail?id=${report.taskId}`}>
            {t('openTask')}
          </Link>
        )}
        <Button icon="print" onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
    </header>
  );
}
