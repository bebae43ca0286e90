import { runCalls, topics, pages } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useTopic } from '../../kit/api/use-live.ts';
import { RunProgress } from './run-progress.tsx';
import { useRunName } from './use-run-name.ts';
import '../../kit/ui/panel.css';
import { RunMark } from '../words/run-mark.tsx';

const renewMs = 15_000;

/** The open runs. A push only invalidates the list; the call reads the rows. */
export function OpenRuns() {
  const { t } = useTranslation('figures/home');
  const cache = useQueryClient();
  const runName = useRunName();
  const runs = useQuery({
    ...callQuery(runCalls.list, { open: true, pageSize: 10 }),
    refetchInterval: renewMs,
  });
  useTopic(topics.runs, () => void cache.invalidateQueries({ queryKey: [runCalls.list.family] }));
  const list = runs.data?.list ?? [];
  return (
    <section className="sl-panel">
      <header>
        <h2>{t('runs')}</h2>
      </header>
      {runs.isPending && <Skeleton lines={3} />}
      {!runs.isPending && list.length === 0 && <p className="sl-panel-calm">{t('noRuns')}</p>}
      <ul>
        {list.map((run) => (
          <li key={run.id}>
            <span className="sl-panel-what">
              <strong>{runName(run)}</strong>
              <small>
                <Link to={pages.device({ id: run.device.id })}>{run.device.nickname}</Link>
                {run.map && ` · ${run.map.name}`}
              </small>
            </span>
            <RunMark state={run.state} />
            <RunProgress run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}
