import { siteTargetCalls, type SavingsAssumption } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { areaUnit } from '../../../../kit/format/format-unit.ts';
import { currentLocale } from '../../../../kit/format/lang.ts';
import { formatLitres, formatNumber, formatRate, unknown } from '../../../../kit/format/format.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatFigure } from '../../../../shared/statistics/figure-kinds.ts';
import { BoardBlock } from '../board-block.tsx';
import { useBoardQuery } from '../use-board-query.ts';
import { daysOf, type BlockProps } from './block.ts';

/** What the robots saved against cleaning by hand, never without the assumptions behind it. */
export function SavingsBlock({ selection }: BlockProps) {
  const { t } = useTranslation('figures/board');
  const query = useBoardQuery(siteTargetCalls.savings, daysOf(selection));
  return (
    <BoardBlock
      question={t('questions.savings')}
      query={query}
      emptyText={({ assumptions }) => (assumptions.length === 0 ? t('empty.savings') : null)}
    >
      {({ hours, wages, waterL, energyWh, co2Kg, sites, assumptions }) => {
        const rows = [
          { name: 'hours', value: hours && `${formatNumber(hours.value, 1)} h`, of: hours },
          ...wages.map((wage) => ({
            name: 'wage' as const,
            value: formatMoney(wage.value, wage.currency),
            of: wage,
          })),
          { name: 'water', value: waterL && formatLitres(waterL.value), of: waterL },
          { name: 'energy', value: energyWh && formatFigure('energyWh', energyWh.value), of: energyWh },
          { name: 'co2', value: co2Kg && `${formatNumber(co2Kg.value, 1)} kg`, of: co2Kg },
        ] as const;
        return (
          <>
            <dl className="board-counts">
              {rows.map(({ name, value, of }) => (
                <div key={`${name} ${value}`}>
                  <dt>{t(`savings.${name}`)}</dt>
                  <dd>
                    <Figure value={value ?? unknown} formula={t(`formulas.savings.${name}`)} />
                    {of && of.sites < sites && (
                      <small className="board-change">
                        {t('sitesOf', { known: formatNumber(of.sites), all: formatNumber(sites) })}
                      </small>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            <p className="board-note">
              {t('assuming')}{' '}
              {assumptions
                .map(({ assumption, value, currency }) =>
                  t(`assumptions.${assumption}`, { value: formatAssumption(assumption, value, currency) }),
                )
                .join(' · ')}
            </p>
          </>
        );
      }}
    </BoardBlock>
  );
}

const formatMoney = (value: number, currency: string) =>
  new Intl.NumberFormat(currentLocale(), { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    value,
  );

/** What cleaning by hand takes, in the reader's unit of area. */
function formatAssumption(assumption: SavingsAssumption, value: number, currency: string | null): string {
  const { perM2, sign } = areaUnit();
  if (assumption === 'hourlyWage') return currency ? formatMoney(value, currency) : formatNumber(value, 2);
  if (assumption === 'manualM2PerHour') return formatRate(value);
  if (assumption === 'gCo2PerKwh') return `${formatNumber(value)} g/kWh`;
  return `${formatNumber(value / perM2, 2)} ${assumption === 'manualLitresPerM2' ? 'L' : 'Wh'}/${sign}`;
}
