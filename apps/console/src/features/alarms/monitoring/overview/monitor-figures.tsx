import { monitorSeverities, type MonitorSeverity } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { levelTone } from '../../../../shared/words/level-tone.ts';
import type { MonitorList } from './monitor-filters.ts';
import { useMonitorCounts } from './use-monitor-counts.ts';

const order: readonly MonitorSeverity[] = ['VERY_SERIOUS', 'SERIOUS'];

/** Numbers of severe alarms and robots. A press filters the list by the figure, a second one ends that. */
export function MonitorFigures({ list }: { list: MonitorList }) {
  const { t } = useTranslation('alarms/monitoring');
  const { data } = useMonitorCounts(list);
  const { severity = [], unprocessed = false } = list.filters;
  const values = { VERY_SERIOUS: data?.verySerious, SERIOUS: data?.serious };
  const isChosen = (name: MonitorSeverity) => severity.length === 1 && severity[0] === name;
  return (
    <section className="monitor-figures" aria-label={t('figures')}>
      {order.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={isChosen(name)}
          onClick={() => list.setFilters({ severity: isChosen(name) ? undefined : [name] })}
        >
          <StateMark tone={levelTone(monitorSeverities[name])} icon="alert" word={t(`severities.${name}`)} />
          <strong>
            <Figure value={formatNumber(values[name])} formula={t('formula')} />
          </strong>
        </button>
      ))}
      <button
        type="button"
        aria-pressed={unprocessed}
        onClick={() => list.setFilters({ unprocessed: unprocessed ? undefined : true })}
      >
        <StateMark tone="waiting" icon="clock" word={t('unprocessed')} />
        <strong>
          <Figure value={formatNumber(data?.unprocessed)} formula={t('unprocessedFormula')} />
        </strong>
      </button>
      <button
        type="button"
        aria-pressed={severity.length === 0 && !unprocessed}
        onClick={() => list.setFilters({ severity: undefined, unprocessed: undefined })}
      >
        <StateMark tone="quiet" icon="robot" word={t('robots')} />
        <strong>
          <Figure value={formatNumber(data?.robots)} />
        </strong>
        {data && data.offline > 0 && (
          <small>{t('ofThemOffline', { count: data.offline, shown: formatNumber(data.offline) })}</small>
        )}
      </button>
    </section>
  );
}
