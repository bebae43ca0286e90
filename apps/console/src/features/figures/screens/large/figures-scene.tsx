import type { ScreenView } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import {
  formatArea,
  formatLitres,
  formatNumber,
  formatShare,
  unknown,
} from '../../../../kit/format/format.ts';
import { formatUnit } from '../../../../kit/format/format-unit.ts';
import { BigFigure } from './big-figure.tsx';

/** The figures of today. What is being cleaned now stands beside them and is in none of the sums. */
export function FiguresScene({ figures }: { figures: NonNullable<ScreenView['figures']> }) {
  const { t } = useTranslation('figures/screens');
  const { today, now, robots } = figures;
  const hours = today.workedS === null ? unknown : formatUnit(Math.round(today.workedS / 360) / 10, 'hour');
  return (
    <div className="figures-scene">
      <BigFigure
        large
        label={t('figures.cleaned')}
        value={formatArea(today.cleanedM2 ?? 0)}
        note={t('figures.reports', { count: today.reports, shown: formatNumber(today.reports) })}
      />
      <BigFigure
        large
        label={t('figures.now')}
        value={formatArea(now.cleanedM2 ?? 0)}
        note={t('figures.runs', { count: now.runs, shown: formatNumber(now.runs) })}
      />
      <BigFigure
        label={t('figures.online')}
        value={formatNumber(robots.online)}
        note={t('figures.ofAll', { total: formatNumber(robots.total) })}
      />
      <BigFigure label={t('figures.working')} value={formatNumber(robots.working)} />
      <BigFigure label={t('figures.charging')} value={formatNumber(robots.charging)} />
      <BigFigure label={t('figures.alarmed')} value={formatNumber(robots.alarmed)} />
      <BigFigure label={t('figures.coverage')} value={formatShare(today.coverage)} />
      <BigFigure label={t('figures.hours')} value={hours} />
      <BigFigure label={t('figures.water')} value={formatLitres(today.waterL)} />
      <BigFigure
        label={t('figures.succeeded')}
        value={today.reports > 0 ? formatShare(today.succeeded / today.reports) : unknown}
      />
    </div>
  );
}
