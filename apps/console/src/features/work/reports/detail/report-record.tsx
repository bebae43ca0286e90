import type { ReportDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import {
  formatArea,
  formatDuration,
  formatEnergy,
  formatLitres,
  formatMetres,
  formatNumber,
  formatPercent,
  formatRate,
  formatShare,
  unknown,
} from '../../../../kit/format/format.ts';
import { RecordGroup } from './record-group.tsx';

const shareOf = (part: number | null, whole: number | null) =>
  part === null || !whole ? null : part / whole;

/** The canonical record of a finished run, by topic. A value the robot did not report is "—", never 0. */
export function ReportRecord({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('work/reports');
  const { totals, driving } = report;
  const [planned, cleaned] = [formatArea(totals.plannedM2), formatArea(totals.cleanedM2)];
  const noGo = formatArea(totals.noGoM2 ?? 0);
  const used =
    totals.socStart === null || totals.socEnd === null
      ? unknown
      : `${formatPercent(totals.socStart)} → ${formatPercent(totals.socEnd)}`;
  return (
    <>
      <RecordGroup
        question={t('muchQuestion')}
        rows={[
          {
            label: t('coverage'),
            value: formatShare(totals.coverage, 1),
            formula: t('coverageFormula', { cleaned, planned, noGo }),
          },
          { label: t('planned'), value: planned, formula: t('plannedFormula') },
          { label: t('noGo'), value: formatArea(totals.noGoM2), formula: t('noGoFormula') },
          {
            label: t('reachable'),
            value: formatArea(totals.reachableM2),
            formula: t('reachableFormula'),
          },
          { label: t('cleaned'), value: cleaned, formula: t('cleanedFormula') },
          {
            label: t('uncleaned'),
            value: formatArea(totals.uncleanedM2),
            formula: t('uncleanedFormula', { cleaned, planned, noGo }),
          },
          {
            label: t('overlap'),
            value: formatShare(driving?.overlap),
            formula: t('overlapFormula'),
          },
        ]}
      />
      <DurationGroup report={report} />
      <RecordGroup
        question={t('usedQuestion')}
        rows={[
          { label: t('water'), value: formatLitres(totals.waterL) },
          { label: t('dirtyWater'), value: formatLitres(totals.dirtyWaterL) },
          { label: t('energy'), value: formatEnergy(totals.energyWh) },
          { label: t('battery'), value: used, plain: true },
          { label: t('charges'), value: formatNumber(totals.charges) },
          { label: t('replenishes'), value: formatNumber(totals.replenishes) },
          { label: t('mopWashes'), value: formatNumber(totals.mopWashes) },
        ]}
      />
    </>
  );
}

/** How long the run took, how far it led, and how near it came to what its tool can do. */
function DurationGroup({ report: { totals, driving } }: { report: ReportDetail }) {
  const { t } = useTranslation('work/reports');
  const cleaned = formatArea(totals.cleanedM2);
  const bound = driving?.boundM2PerHour ?? null;
  return (
    <RecordGroup
      question={t('longQuestion')}
      rows={[
        { label: t('duration'), value: formatDuration(totals.seconds), formula: t('durationFormula') },
        {
          label: t('cleaningTime'),
          value: formatDuration(totals.cleaningSeconds),
          formula: t('cleaningTimeFormula'),
        },
        {
          label: t('rate'),
          value: formatRate(totals.m2PerHour),
          formula: t('rateOfFormula', { cleaned, time: formatDuration(totals.cleaningSeconds) }),
        },
        {
          label: t('ofBound'),
          value: formatShare(shareOf(totals.m2PerHour, bound)),
          formula: t('ofBoundFormula', { rate: formatRate(totals.m2PerHour), bound: formatRate(bound) }),
        },
        { label: t('distance'), value: formatMetres(totals.distanceM) },
        {
          label: t('transit'),
          value: formatMetres(driving?.transitM ?? null),
          formula: t('transitFormula'),
        },
        { label: t('turns'), value: formatNumber(driving?.turns ?? null), formula: t('turnsFormula') },
      ]}
    />
  );
}
