import type { ReportDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import {
  formatArea,
  formatDuration,
  formatNumber,
  formatPercent,
  formatShare,
  formatTime,
} from '../../../../kit/format/format.ts';
import { Level } from '../../../../kit/ui/level.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { FigureTable } from './figure-table.tsx';

interface Props {
  report: ReportDetail;
}

/** Tables of areas, interruptions and wear. An empty table is not shown. */
export function ReportTables({ report }: Props) {
  const { t } = useTranslation('work/reports');
  const { word } = useWords();
  const { areas, alarms, pauses, consumables } = report;
  return (
    <>
      {areas.length > 0 && (
        <section>
          <h2>{t('areasQuestion')}</h2>
          <AreaTable areas={areas} />
        </section>
      )}
      <section>
        <h2>{t('troubleQuestion')}</h2>
        {alarms.length + pauses.length === 0 && <p className="report-note">{t('noTrouble')}</p>}
        <ul className="report-events">
          {alarms.map(({ id, code, level, text, raisedAt }) => (
            <li key={id}>
              <time dateTime={raisedAt}>{formatTime(raisedAt)}</time>
              <span>{text || word('alarm', code)}</span>
              <small>{t('alarmCode', { level, code })}</small>
            </li>
          ))}
          {pauses.map(({ at, seconds, by }) => (
            <li key={at}>
              <time dateTime={at}>{formatTime(at)}</time>
              <span>{t('pausedFor', { time: formatDuration(seconds) })}</span>
              <small>{word('pausedBy', by)}</small>
            </li>
          ))}
        </ul>
      </section>
      {consumables.length > 0 && (
        <section>
          <h2>{t('wornQuestion')}</h2>
          <ul className="report-worn">
            {consumables.map(({ id, startPct, endPct }) => (
              <li key={id}>
                <span>{word('consumable', id)}</span>
                <Level
                  value={endPct}
                  label={word('consumable', id)}
                  tone={endPct < 15 ? 'waiting' : 'working'}
                />
                <small
                  title={t('wornFormula', { start: formatPercent(startPct), end: formatPercent(endPct) })}
                >
                  {t('worn', { points: formatNumber(startPct - endPct, 1) })}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The result of each area, and its number of passes. */
function AreaTable({ areas }: Pick<ReportDetail, 'areas'>) {
  const { t } = useTranslation('work/reports');
  const { word } = useWords();
  const heads = [
    ...[t('area'), t('planned'), t('noGo'), t('cleaned'), t('coverage')],
    ...[t('passes0'), t('passes1'), t('passes2'), t('duration')],
  ];
  const rows = areas.map((area) => {
    const how = [
      area.cleaningMode && word('cleaningMode', area.cleaningMode),
      area.strength && word('strength', area.strength),
      area.repetitions && t('times', { count: area.repetitions }),
    ];
    const [cleaned, planned] = [formatArea(area.cleanedM2), formatArea(area.plannedM2)];
    const noGo = formatArea(area.noGoM2 ?? 0);
    return {
      key: area.areaId,
      head: (
        <>
          {area.name || area.areaId}
          <small>{how.filter(Boolean).join(' · ')}</small>
        </>
      ),
      figures: [
        { value: planned, formula: t('plannedFormula') },
        { value: formatArea(area.noGoM2), formula: t('noGoFormula') },
        { value: cleaned, formula: t('cleanedFormula') },
        { value: formatShare(area.coverage), formula: t('coverageFormula', { cleaned, planned, noGo }) },
        ...(['none', 'once', 'more'] as const).map((part) => ({
          value: formatArea(area.passes?.[part]),
          formula: t('passFormula'),
        })),
        { value: formatDuration(area.seconds) },
      ],
    };
  });
  return <FigureTable heads={heads} rows={rows} />;
}
