import { pages, runCalls } from '@sweepline/contract';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { callQuery } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { RunMark } from '../../../../shared/words/run-mark.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { ButtonLink } from '../button-link.tsx';
import { OpenRun } from './open-run.tsx';
import { useRunName } from '../../../../shared/run/use-run-name.ts';
import { RunRestButton } from '../../../../shared/run/run-rest-button.tsx';
import { TourDialog } from '../task-list/tour-dialog.tsx';
import { useRunChanges } from './use-run-changes.ts';
import './runs-page.css';

const maxRuns = 30;
const unfinishedShown = 8;

/** All open runs with their commands; below them the recently aborted runs. */
export function RunsPage() {
  const { t } = useTranslation('work/tasks');
  const [params, setParams] = useSearchParams();
  const [touring, tour] = useState(params.get('promote') !== null);
  const query = useQuery({
    ...callQuery(runCalls.list, { open: true, page: 1, pageSize: maxRuns }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  useRunChanges();
  const runs = query.data?.list ?? [];
  const isReady = useAllRead(query.data && runs.map(({ id }) => id));
  const close = () => {
    tour(false);
    setParams({}, { replace: true });
  };
  return (
    <section className="runs-page" aria-busy={query.isFetching}>
      <header className="sl-page-head">
        <h1>
          {t('runningNow')}{' '}
          <span className="sl-count">{query.data ? formatNumber(query.data.total) : ''}</span>
        </h1>
        <div className="sl-page-actions">
          <ButtonLink look="quiet" icon="history" to={pages.tasks({ view: 'runs' })}>
            {t('allRuns')}
          </ButtonLink>
          <Allowed call={runCalls.promote}>
            <Button icon="bell" onClick={() => tour(true)}>
              {t('tour.start')}
            </Button>
          </Allowed>
          <Allowed call={runCalls.pause}>
            <ButtonLink look="main" icon="play" to={pages.singleTask()}>
              {t('cleanNow')}
            </ButtonLink>
          </Allowed>
        </div>
      </header>
      {query.error && !query.data && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {!isReady && !query.error && <Skeleton lines={8} />}
      {query.data && runs.length === 0 && (
        <Empty icon="clean" title={t('nothingRuns')} hint={t('nothingRunsHint')} />
      )}
      {isReady && (
        <div className="run-cards">
          {runs.map(({ id }) => (
            <OpenRun key={id} runId={id} />
          ))}
        </div>
      )}
      {(isReady || query.error) && <Unfinished />}
      {touring && <TourDialog deviceId={params.get('promote') || undefined} onClose={close} />}
    </section>
  );
}

/** Whether the cards of the first runs can be shown together. One after the other they would move each other. */
function useAllRead(runIds: readonly string[] | undefined): boolean {
  const [wasReady, setReady] = useState(false);
  const details = useQueries({
    queries: (wasReady ? [] : (runIds ?? [])).map((id) => ({
      ...callQuery(runCalls.detail, { id }),
      meta: { silent: true },
    })),
  });
  const isReady = wasReady || (runIds !== undefined && details.every(({ isPending }) => !isPending));
  // A run that starts later is read in its own card.
  if (isReady && !wasReady) setReady(true);
  return isReady;
}

/** Aborted runs whose rest has not been cleaned. */
function Unfinished() {
  const { t } = useTranslation('work/tasks');
  const { word } = useWords();
  const runName = useRunName();
  const state = ['INTERRUPTED', 'FAILED'] as const;
  const { data } = useQuery(
    callQuery(runCalls.list, { state: [...state], kind: 'CLEANING', page: 1, pageSize: unfinishedShown }),
  );
  const left = data?.list.filter(({ restCount }) => restCount > 0) ?? [];
  if (left.length === 0) return null;
  return (
    <section className="run-unfinished">
      <h2>{t('unfinished')}</h2>
      <ul>
        {left.map((run) => (
          <li key={run.id}>
            <span>
              <Link to={pages.task({ run: run.id })}>{runName(run)}</Link>
              <small>
                {deviceName(run.device)} · <Ago at={run.endedAt} />
              </small>
            </span>
            <span>
              <RunMark state={run.state} result={run.result} />
              <small>{run.code && word('reply', run.code)}</small>
            </span>
            <RunRestButton run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}
