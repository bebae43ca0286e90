import type { ScreenView } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../../kit/chart/chart-table.tsx';
import { PlainBar } from '../../../../kit/chart/plain-bar.tsx';
import { formatArea, formatNumber, formatShare, unknown } from '../../../../kit/format/format.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { RobotName } from './robot-name.tsx';

const maxRuns = 7;
const columns = ['robot', 'site', 'run', 'state', 'progress', 'cleaned'] as const;

/** Runs going on, with their progress. */
export function RunsScene({ runs: { list, total } }: { runs: NonNullable<ScreenView['runs']> }) {
  const { t } = useTranslation('figures/screens');
  const { word } = useWords();
  if (list.length === 0) return <p className="large-empty">{t('large.noRuns')}</p>;
  const first = list.slice(0, maxRuns);
  return (
    <>
      <ul className="runs-scene" aria-hidden="true">
        {first.map((run) => (
          <li key={run.id} className={run.state === 'PAUSED' ? 'runs-scene-paused' : undefined}>
            <span className="large-name">
              <RobotName robot={run.robot} />
              <small>{[run.siteName, run.name].filter(Boolean).join(' · ')}</small>
            </span>
            <PlainBar share={run.progress} />
            <span className="large-value">
              {formatShare(run.progress)}
              <small>{formatArea(run.cleanedM2)}</small>
            </span>
            <span className="large-state">{word('runState', run.state)}</span>
          </li>
        ))}
      </ul>
      <ChartTable
        caption={t('questions.runs')}
        columns={columns.map((column) => t(`columns.${column}`))}
        rows={first.map((run) => ({
          key: run.id,
          cells: [
            <RobotName key="robot" robot={run.robot} />,
            run.siteName ?? unknown,
            run.name,
            word('runState', run.state),
            formatShare(run.progress),
            formatArea(run.cleanedM2),
          ],
        }))}
      />
      {total > first.length && (
        <p className="large-more">{t('large.more', { shown: formatNumber(total - first.length) })}</p>
      )}
    </>
  );
}
