import { useTranslation } from 'react-i18next';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea, formatDuration, formatShare, unknown } from '../../../../kit/format/format.ts';
import { useNow } from '../../../../kit/format/use-now.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { RunFloor } from '../../../../shared/run/run-floor.tsx';
import { RunProgress } from '../../../../shared/run/run-progress.tsx';
import type { RunDetail } from '../../../../shared/run/run-rules.ts';

/** The progress of a run, its current activity, and the reason of its end. */
export function RunFacts({ run, open }: { run: RunDetail; open: boolean }) {
  const { t } = useTranslation('work/tasks');
  const { word } = useWords();
  const now = useNow();
  const began = run.startedAt ?? run.createdAt;
  const endMs = run.endedAt === null ? Math.max(now, Date.parse(began)) : Date.parse(run.endedAt);
  return (
    <>
      {run.kind === 'CLEANING' && (
        <section className="run-far">
          <h2>{t(open ? 'farQuestion' : 'farQuestionEnded')}</h2>
          <strong>
            <Figure
              value={formatShare(run.coverage)}
              formula={t('coverageFormula', {
                cleaned: formatArea(run.cleanedM2),
                planned: formatArea(run.plannedM2),
              })}
            />
          </strong>
          <RunProgress run={run} />
          {(open || run.floor) && <RunFloor run={run} figures={run} />}
        </section>
      )}
      <section>
        <h2>{t(open ? 'doingQuestion' : 'endedQuestion')}</h2>
        <dl className="work-facts">
          {open && (
            <div>
              <dt>{t('phase')}</dt>
              <dd>{run.phase ? word('phase', run.phase) : unknown}</dd>
            </div>
          )}
          {run.code && (
            <div>
              <dt>{t('reason')}</dt>
              <dd>{word('reply', run.code)}</dd>
            </div>
          )}
          {run.areaCount > 0 && (
            <div>
              <dt>{t('area')}</dt>
              <dd>
                {t('areaOf', { index: Math.min(run.areaIndex + 1, run.areaCount), count: run.areaCount })}
              </dd>
            </div>
          )}
          {open && (
            <div>
              <dt>{t('eta')}</dt>
              <dd>
                <Figure value={formatDuration(run.etaS)} formula={t('etaFormula')} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t('duration')}</dt>
            <dd>
              <Figure
                value={formatDuration(run.startedAt === null ? null : (endMs - Date.parse(began)) / 1000)}
                formula={t('durationFormula')}
              />
            </dd>
          </div>
          <div>
            <dt>{t('started')}</dt>
            <dd>
              <Ago at={began} /> · {word('origin', run.origin)}
              {run.by && ` · ${run.by}`}
            </dd>
          </div>
        </dl>
      </section>
    </>
  );
}
