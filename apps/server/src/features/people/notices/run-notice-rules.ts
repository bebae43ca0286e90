import type { NoticeRules } from '@sweepline/contract';
import type { RunRow } from '../../../entities/work/run-table.ts';
import type { NoticeParams, NoticeTemplate } from './notice-texts.ts';

type EndedRun = Pick<RunRow, 'id' | 'kind' | 'name' | 'state' | 'coverage'>;

interface RunNotice {
  template: NoticeTemplate;
  params: NoticeParams;
  occasion: string;
}

const templates = { SUCCESS: 'runSucceeded', INTERRUPTED: 'runInterrupted', FAILED: 'runFailed' } as const;

/** What the rules of a company tell of a run that ended; undefined for nothing. A low coverage is part of the one notice of its end. */
export function runNoticeOf(
  { id, kind, name, state, coverage }: EndedRun,
  { runEnds, minCoverage }: Pick<NoticeRules, 'runEnds' | 'minCoverage'>,
): RunNotice | undefined {
  if (state !== 'SUCCESS' && state !== 'INTERRUPTED' && state !== 'FAILED') return undefined;
  const params = { run: name };
  // A run that was given up without an answer can resume and end again.
  const occasion = state === 'FAILED' ? `run/${id}` : `run/${id}/${state}`;
  if (state !== 'FAILED' && kind === 'CLEANING' && coverage !== null) {
    const percent = Math.floor(coverage * 100);
    if (percent < minCoverage)
      return { template: 'runCoverageLow', params: { ...params, percent: `${percent} %` }, occasion };
  }
  return runEnds.includes(state) ? { template: templates[state], params, occasion } : undefined;
}
