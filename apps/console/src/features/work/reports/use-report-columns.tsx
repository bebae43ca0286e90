import { pages, type ReportRow } from '@sweepline/contract';
import { cleanableM2 } from '@sweepline/map-core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Figure } from '../../../kit/ui/figure.tsx';
import {
  formatArea,
  formatDuration,
  formatEnergy,
  formatLitres,
  formatMetres,
  formatRate,
  formatShare,
  unknown,
} from '../../../kit/format/format.ts';
import { DeviceName } from '../../../shared/robot/device-name.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { ReportResult } from './report-result.tsx';

export function useReportColumns(): readonly Column<ReportRow>[] {
  const { t } = useTranslation('work/reports');
  const { word } = useWords();
  return useMemo(
    (): Column<ReportRow>[] => [
      {
        key: 'name',
        title: t('report'),
        cell: (row) => (
          <span>
            <Link to={pages.report({ id: row.id })}>{row.name}</Link>
            <small>{[row.site, row.map?.name].filter(Boolean).join(' · ') || unknown}</small>
          </span>
        ),
      },
      { key: 'device', title: t('device'), cell: ({ device }) => <DeviceName device={device} /> },
      {
        key: 'result',
        title: t('result'),
        cell: (row) => <ReportResult row={row} />,
      },
      {
        key: 'started',
        title: t('started'),
        sort: 'startedAt',
        cell: ({ startedAt }) => <Ago at={startedAt} />,
      },
      {
        key: 'cleaned',
        title: t('cleaned'),
        sort: 'cleanedM2',
        numeric: true,
        cell: ({ totals }) => (
          <span>
            <Figure value={formatArea(totals.cleanedM2)} formula={t('cleanedFormula')} />
            <small>{t('ofFloor', { floor: formatArea(cleanableM2(totals.plannedM2, totals.noGoM2)) })}</small>
          </span>
        ),
      },
      {
        key: 'coverage',
        title: t('coverage'),
        sort: 'coverage',
        numeric: true,
        cell: ({ totals }) => (
          <Figure
            value={formatShare(totals.coverage)}
            formula={t('coverageFormula', {
              cleaned: formatArea(totals.cleanedM2),
              planned: formatArea(totals.plannedM2),
              noGo: formatArea(totals.noGoM2 ?? 0),
            })}
          />
        ),
      },
      {
        key: 'duration',
        title: t('duration'),
        sort: 'seconds',
        numeric: true,
        cell: ({ totals }) => (
          <Figure value={formatDuration(totals.seconds)} formula={t('durationFormula')} />
        ),
      },
      {
        key: 'rate',
        title: t('rate'),
        numeric: true,
        cell: ({ totals }) => <Figure value={formatRate(totals.m2PerHour)} formula={t('rateFormula')} />,
      },
      ...moreColumns(t, word),
    ],
    [t, word],
  );
}

type Words = Pick<ReturnType<typeof useWords>, 'word'>['word'];

/** Offered by the column chooser. */
const moreColumns = (t: TFunction<'work/reports'>, word: Words): Column<ReportRow>[] => [
  {
    key: 'how',
    title: t('how'),
    hidden: true,
    cell: ({ cleaningMode, strength }) => (
      <span>
        {cleaningMode ? word('cleaningMode', cleaningMode) : unknown}
        <small>{strength && word('strength', strength)}</small>
      </span>
    ),
  },
  {
    key: 'water',
    title: t('water'),
    hidden: true,
    numeric: true,
    cell: ({ totals }) => <Figure value={formatLitres(totals.waterL)} />,
  },
  {
    key: 'zones',
    title: t('zones'),
    hidden: true,
    cell: ({ zones }) => zones.join(', ') || unknown,
  },
  {
    key: 'distance',
    title: t('distance'),
    hidden: true,
    numeric: true,
    cell: ({ totals }) => <Figure value={formatMetres(totals.distanceM)} />,
  },
  {
    key: 'energy',
    title: t('energy'),
    hidden: true,
    numeric: true,
    cell: ({ totals }) => <Figure value={formatEnergy(totals.energyWh)} />,
  },
  { key: 'origin', title: t('origin'), hidden: true, cell: ({ origin }) => word('origin', origin) },
  { key: 'by', title: t('by'), hidden: true, cell: ({ by }) => by || unknown },
  { key: 'company', title: t('company'), hidden: true, cell: ({ companyName }) => companyName },
];
