import { pages, reportCalls, runCalls, topics, type Device, type DeviceLive } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reading } from '../../kit/api/api.ts';
import { formatArea, formatDuration, formatShare, unknown } from '../../kit/format/format.ts';
import { Level } from '../../kit/ui/level.tsx';
import { may } from '../../kit/api/may.ts';
import { useTopic } from '../../kit/api/use-live.ts';
import { RunControls } from '../../shared/run/run-controls.tsx';
import { RunMark } from '../../shared/words/run-mark.tsx';
import { useWords } from '../../shared/words/use-words.ts';
import { Fact } from './fact.tsx';

/** The current or last run of a device, with its states and the reason of its end. */
export function RunCard({ device, live }: { device: Device; live: DeviceLive }) {
  const { t } = useTranslation('devices');
  const { word } = useWords();
  const cache = useQueryClient();
  const now = live.run?.value;
  const [lastRunId, setLastRunId] = useState<string | null>(null);
  if (now && now.runId !== lastRunId) setLastRunId(now.runId);
  const runs = { deviceId: device.id, open: true, pageSize: 1 };
  const allowed = may(runCalls.list.allow);
  // A run waits on the server before the robot reports it: the command must stay visible.
  const waiting = useQuery({ ...reading(runCalls.list, runs), enabled: allowed, meta: { silent: true } }).data
    ?.list[0];
  const id = now?.runId ?? waiting?.id ?? lastRunId;
  const run = useQuery({
    ...reading(runCalls.detail, { id: id ?? '' }),
    enabled: allowed && id !== null,
    meta: { silent: true },
  }).data;
  useTopic(topics.runs, ({ deviceId }) => {
    if (deviceId === device.id)
      void cache.invalidateQueries({
        queryKey: [runCalls.list.family],
        predicate: ({ queryKey }) => queryKey[1] !== runCalls.path.path,
      });
  });

  if (!run && !now) return <p className="sl-group-none">{t('noRun')}</p>;
  const figures = now ?? run;
  const ended = run !== undefined && run.endedAt !== null;
  const phase = now?.phase || run?.phase;
  return (
    <div className="sl-run">
      <p className="sl-run-head">
        <strong>{run?.name ?? now?.name}</strong>
        {run && <RunMark state={run.state} />}
      </p>
      {figures?.coverage != null && (
        <Level label={t('coverage')} value={figures.coverage * 100} tone={ended ? 'quiet' : 'working'} />
      )}
      <dl>
        {!ended && phase && <Fact name={t('phase')}>{word('phase', phase)}</Fact>}
        {figures?.plannedM2 != null && (
          <Fact name={t('cleaned')}>
            {t('ofPlanned', {
              cleaned: formatArea(figures.cleanedM2),
              planned: formatArea(figures.plannedM2),
            })}
          </Fact>
        )}
        {!ended && figures?.etaS != null && <Fact name={t('left')}>{formatDuration(figures.etaS)}</Fact>}
        {ended && figures?.coverage != null && (
          <Fact name={t('coverage')}>{formatShare(figures.coverage)}</Fact>
        )}
        {run?.code && <Fact name={t('reason')}>{word('reply', run.code) || unknown}</Fact>}
      </dl>
      {run && !ended && (
        <div className="sl-run-controls">
          <RunControls key={run.id} run={run} />
        </div>
      )}
      {ended && run.kind === 'CLEANING' && may(reportCalls.detail.allow) && (
        <Link to={pages.report({ id: run.id })}>{t('report')}</Link>
      )}
    </div>
  );
}
