import { pages, type Assist } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration, formatTime } from '../../../../kit/format/format.ts';
import type { useReportAssists } from './use-report-assists.ts';

interface Props {
  runId: string;
  assists: ReturnType<typeof useReportAssists>;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

/** The assists of a run: place, cause and outcome. Selecting one shows it on the map. */
export function AssistList({ runId, assists: { list, placed, causeOf }, selected, onSelect }: Props) {
  const { t } = useTranslation('work/reports');
  const outcomeText = ({ outcome, seconds }: Assist) =>
    t(`assistOutcome.${outcome}`, { time: formatDuration(seconds) });
  return (
    <section className="record-group">
      <h2>{t('assistsQuestion')}</h2>
      <div className="missed-list">
        {list.map((assist, index) => (
          <button
            key={assist.id}
            type="button"
            aria-pressed={assist.id === selected}
            disabled={!placed.some(({ id }) => id === assist.id)}
            title={formatTime(assist.at)}
            onClick={() => onSelect(assist.id === selected ? undefined : assist.id)}
          >
            {`${index + 1} · ${causeOf(assist)}`}
            <small>{outcomeText(assist)}</small>
          </button>
        ))}
      </div>
      <Link to={pages.assists({ runId })}>{t('openAssists')}</Link>
    </section>
  );
}
