import type { OtaTaskDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PlainBar } from '../../../../kit/chart/plain-bar.tsx';
import { formatNumber, formatPercent, formatRate } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';

type Work = OtaTaskDetail['work']['updated'];
type Measure = Exclude<keyof Work, 'robots'>;

const measures: { key: Measure; text: (value: number | null) => string }[] = [
  { key: 'alarmsPerHour', text: (value) => formatNumber(value, value !== null && value < 0.1 ? 4 : 2) },
  { key: 'coveragePct', text: (value) => formatPercent(value) },
  { key: 'areaPerHour', text: formatRate },
];
const sides = ['updated', 'others'] as const;

/** How updated robots work beside the others, since the first update. A value that nothing measured is “—”. */
export function WorkComparison({ task: { work, plan, startedAt } }: { task: OtaTaskDetail }) {
  const { t } = useTranslation('updates/rollouts');
  if (startedAt === null) return null;
  const limit = plan.canaryWorsePct;
  return (
    <section className="sl-panel rollout-panel">
      <header>
        <h2>{t('workTitle')}</h2>
      </header>
      <div className="rollout-work">
        {measures.map(({ key, text }) => {
          const most = Math.max(work.updated[key] ?? 0, work.others[key] ?? 0);
          return (
            <div key={key} role="group" aria-label={t(`measure.${key}`)}>
              <h3 title={t(`formula.${key}`)}>{t(`measure.${key}`)}</h3>
              {sides.map((side) => {
                const value = work[side][key];
                return (
                  <p key={side} data-side={side}>
                    <span>{t(`side.${side}`)}</span>
                    <PlainBar share={value === null || most === 0 ? null : value / most} />
                    <Figure value={text(value)} formula={t(`formula.${key}`)} />
                  </p>
                );
              })}
            </div>
          );
        })}
        <p className="rollout-note">
          {t('workRobots', {
            updated: formatNumber(work.updated.robots),
            others: formatNumber(work.others.robots),
          })}{' '}
          {limit === null ? t('notCompared') : t('worseLimit', { share: formatPercent(limit) })}
        </p>
      </div>
    </section>
  );
}
