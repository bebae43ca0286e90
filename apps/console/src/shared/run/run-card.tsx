import { pages, reportCalls } from '@sweepline/contract';
import { isOpenRun } from '@sweepline/contract/robot';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { RunMark } from '../words/run-mark.tsx';
import { useWords } from '../words/use-words.ts';
import { RunControls } from './run-controls.tsx';
import { RunPhase } from './run-phase.tsx';
import { RunFloor } from './run-floor.tsx';
import { RunProgress } from './run-progress.tsx';
import type { RunDetail, RunFigures } from './run-rules.ts';
import { useRunName } from './use-run-name.ts';
import { RunWaits } from './run-waits.tsx';
import './run-card.css';

interface Props {
  /** Missing while the run is known only from its robot's report. */
  run: RunDetail | undefined;
  figures: RunFigures;
  /** The robot and the map, where the page shows several robots. */
  place?: string;
  /** The controls have keys: the page is about this robot. */
  keys?: boolean;
  /** Further controls beside pause, resume and stop. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** One run: its state, progress, phase and end, and the commands for its robot. */
export function RunCard({ run, figures, place, keys = false, actions, children }: Props) {
  const { t } = useTranslation('run');
  const { word } = useWords();
  const runName = useRunName();
  const open = !run || isOpenRun(run.state);
  const cleans = run ? run.kind === 'CLEANING' : figures.coverage !== null;
  const name = figures.name || (run && runName(run));
  return (
    <article className="run-card" aria-label={name}>
      <header>
        <span>
          {run ? <Link to={pages.task({ run: run.id })}>{name}</Link> : name}
          {place && <small>{place}</small>}
        </span>
        {run && <RunMark state={run.state} />}
      </header>
      {cleans && <RunProgress run={figures} />}
      {cleans && open && <RunFloor run={run} figures={figures} />}
      {open && (
        <RunPhase figures={figures} phases={run?.phases ?? []} isWorking={run?.state === 'IN_PROGRESS'} />
      )}
      {run?.code && (
        <p>
          <small>{t('reason')}</small> {word('reply', run.code)}
        </p>
      )}
      {run && <RunWaits run={run} />}
      {children}
      {run && (
        <footer>
          {open && <RunControls key={run.id} run={run} keys={keys} />}
          {actions}
          {!open && cleans && may(reportCalls.detail.allow) && (
            <Link to={pages.report({ id: run.id })}>{t('report')}</Link>
          )}
        </footer>
      )}
    </article>
  );
}
