import type { OtaStage, OtaTaskDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatDuration, formatNumber, formatPercent, formatTime } from '../../../../kit/format/format.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { CountBar } from '../../../../shared/updates/count-bar.tsx';
import { stageMarks, stageState } from './stage-state.ts';

type Row = OtaTaskDetail['stageRows'][number];

/** The stages in their order: robots by result, what the next stage needs, and how long it still takes. */
export function StageChain({ task }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  return (
    <section className="sl-panel rollout-panel">
      <header>
        <h2>{t('step.stages')}</h2>
      </header>
      <ol className="rollout-chain">
        {Object.entries(task.plan.stages).map(([place, stage]) => (
          <Stage
            key={place}
            n={Number(place)}
            stage={stage}
            row={task.stageRows[Number(place)]}
            task={task}
          />
        ))}
      </ol>
    </section>
  );
}

interface StageProps {
  n: number;
  stage: OtaStage;
  row: Row | undefined;
  task: OtaTaskDetail;
}

function Stage({ n, stage, row, task }: StageProps) {
  const { t } = useTranslation('updates/rollouts');
  const [, setParams] = useSearchParams();
  const now = useNow();
  const state = stageState(n, row, task, now);
  const robots = row?.counts.total ?? 0;
  const show = () =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.set('tab', 'robots');
      next.set('stage', String(n));
      return next;
    });
  return (
    <li data-state={state} aria-current={state === 'RUNNING' ? 'step' : undefined}>
      <header>
        <h3>
          {stage.upToPct === null
            ? t('canaryTitle', { number: formatNumber(n + 1) })
            : t('shareUpTo', { number: formatNumber(n + 1), share: formatPercent(stage.upToPct, 1) })}
        </h3>
        <StateMark {...stageMarks[state]} word={t(`stageState.${state}`)} />
      </header>
      {row && robots > 0 && <CountBar counts={row.counts} />}
      <StageRule stage={stage} row={row} />
      {row && <StageTimes row={row} soakMinutes={stage.soakMinutes} now={now} />}
      {robots > 0 && (
        <Button look="quiet" onClick={show}>
          {t('showRobots', { count: robots, number: formatNumber(robots) })}
        </Button>
      )}
    </li>
  );
}

/** The share that is reached beside the one that is necessary, and the failures beside their budget. */
function StageRule({ stage, row }: { stage: OtaStage; row: Row | undefined }) {
  const { t } = useTranslation('updates/rollouts');
  const { successPct, maxFailed, failedPct } = stage;
  const total = row?.counts.total ?? 0;
  const reached = row?.startedAt && total > 0 ? (100 * row.counts.successful) / total : null;
  const budget = maxFailed === null ? formatPercent(failedPct, 1) : formatNumber(maxFailed);
  return (
    <dl className="rollout-rule">
      <div>
        <dt>{t('successPct')}</dt>
        <dd title={t('successFormula')}>
          {reached === null
            ? formatPercent(successPct)
            : t('ofNeeded', { value: formatPercent(reached), needed: formatPercent(successPct) })}
        </dd>
      </div>
      <div>
        <dt>{t('budget')}</dt>
        <dd>{t('failedOf', { failed: formatNumber(row?.counts.failed ?? 0), budget })}</dd>
      </div>
    </dl>
  );
}

const minuteMs = 60_000;

interface TimesProps {
  row: Row;
  soakMinutes: number;
  now: number;
}

function StageTimes({ row: { startedAt, completedAt, nextAt }, soakMinutes, now }: TimesProps) {
  const { t } = useTranslation('updates/rollouts');
  const leftMs = nextAt === null ? 0 : Date.parse(nextAt) - now;
  const parts = [
    startedAt && t('stageStarted', { when: formatTime(startedAt) }),
    completedAt && t('stageCompleted', { when: formatTime(completedAt) }),
    leftMs > 0 &&
      nextAt &&
      t('soakLeft', { left: formatDuration(60 * Math.ceil(leftMs / minuteMs)), when: formatTime(nextAt) }),
    !completedAt && soakMinutes > 0 && t('soakAfter', { time: formatDuration(60 * soakMinutes) }),
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? <p className="rollout-note">{parts.join(' · ')}</p> : null;
}
