import { pages, type Task } from '@sweepline/contract';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatShare, unknown } from '../../../../kit/format/format.ts';
import { RunMark } from '../../../../shared/words/run-mark.tsx';

/** How the last run of a task ended, and when. */
export const LastRun = ({ run }: { run: Task['lastRun'] }) =>
  run ? (
    <span>
      <Link to={pages.task({ run: run.id })} className="plain-link">
        <RunMark state={run.state} result={run.result} />
      </Link>
      <small>
        <Ago at={run.endedAt} /> · {formatShare(run.coverage)}
      </small>
    </span>
  ) : (
    <span className="sl-unknown">{unknown}</span>
  );
