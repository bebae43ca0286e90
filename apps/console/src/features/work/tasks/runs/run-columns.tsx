import { pages, type Run } from '@sweepline/contract';
import { isOpenRun } from '@sweepline/contract/robot';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { formatDuration, unknown } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { DeviceName } from '../../../../shared/robot/device-name.tsx';
import { RunMark } from '../../../../shared/words/run-mark.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { useRunName } from '../../../../shared/run/use-run-name.ts';
import { RunProgress } from '../../../../shared/run/run-progress.tsx';

export function useRunColumns(): readonly Column<Run>[] {
  const { t } = useTranslation('work/tasks');
  const { word } = useWords();
  const runName = useRunName();
  return useMemo(
    (): Column<Run>[] => [
      {
        key: 'name',
        title: t('run'),
        cell: (run) => (
          <span>
            <Link to={pages.task({ run: run.id })}>{runName(run)}</Link>
            <small>
              {t(`kinds.${run.kind}`)} · {word('origin', run.origin)}
            </small>
          </span>
        ),
      },
      { key: 'device', title: t('device'), cell: ({ device }) => <DeviceName device={device} /> },
      { key: 'map', title: t('map'), hidden: true, cell: ({ map }) => map?.name ?? unknown },
      {
        key: 'state',
        title: t('state'),
        cell: ({ state, result, phase, code }) => (
          <span>
            <RunMark state={state} result={result} />
            <small>{isOpenRun(state) ? phase && word('phase', phase) : code && word('reply', code)}</small>
          </span>
        ),
      },
      {
        key: 'progress',
        title: t('progress'),
        width: '22%',
        cell: (run) =>
          run.kind === 'CLEANING' ? <RunProgress run={run} /> : <span className="sl-unknown">{unknown}</span>,
      },
      {
        key: 'eta',
        title: t('eta'),
        numeric: true,
        cell: ({ state, etaS }) => (
          <Figure value={isOpenRun(state) ? formatDuration(etaS) : unknown} formula={t('etaFormula')} />
        ),
      },
      {
        key: 'started',
        title: t('started'),
        cell: ({ startedAt, createdAt }) => <Ago at={startedAt ?? createdAt} />,
      },
      { key: 'ended', title: t('ended'), cell: ({ endedAt }) => <Ago at={endedAt} /> },
      { key: 'by', title: t('by'), hidden: true, cell: ({ by }) => by || unknown },
    ],
    [t, word, runName],
  );
}
