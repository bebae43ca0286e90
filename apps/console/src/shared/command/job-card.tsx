import type { CommandJob } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../kit/format/ago.tsx';
import { formatBytes, unknown } from '../../kit/format/format.ts';
import { Level } from '../../kit/ui/level.tsx';
import { JobWaits } from '../job-waits/job-waits.tsx';
import { useWords } from '../words/use-words.ts';

/** The state a robot reports for a long transfer or update: progress, rate, attempts and error. */
export function JobCard({ job }: { job: CommandJob }) {
  const { t } = useTranslation('command');
  const { word } = useWords();
  const { state, pct, bytesDone, bytesTotal, rateBps, code, attempt, toldAt, waits } = job;
  const bytes = bytesDone === null || bytesTotal === null;
  return (
    <section className="sl-command-job">
      <h3>{word('jobKind', job.kind)}</h3>
      {code && <p className="sl-followed-why">{word('reply', code)}</p>}
      <p className="sl-command-state">
        <Level label={t('progress')} value={pct} />
        <small>
          <Ago at={toldAt} />
        </small>
      </p>
      {state === 'RUNNING' && <JobWaits waits={waits} />}
      <dl className="sl-command-facts">
        <div>
          <dt>{t('bytes')}</dt>
          <dd>
            {bytes ? unknown : t('bytesOf', { done: formatBytes(bytesDone), total: formatBytes(bytesTotal) })}
          </dd>
        </div>
        {state === 'RUNNING' && rateBps !== null && (
          <div>
            <dt>{t('rate')}</dt>
            <dd>{t('perSecond', { bytes: formatBytes(rateBps) })}</dd>
          </div>
        )}
        {attempt > 0 && (
          <div>
            <dt>{t('tries')}</dt>
            <dd>{attempt}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
