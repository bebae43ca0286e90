import type { ReportDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../kit/figure.tsx';
import {
  formatArea,
  formatDuration,
  formatNumber,
  formatPercent,
  formatShare,
  formatTime,
} from '../../kit/format.ts';
import { Level } from '../../kit/level.tsx';
import { useWords } from '../../kit/words/use-words.ts';

/** Area by area, what interrupted, and what wore. A table with nothing in it is not shown. */
export function ReportTables({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('task-reports');
  const { word } = useWords();
  const { areas, alarms, pauses, consumables } = report;
  return (
    <>
      {areas.length > 0 && (
        <section>
          <h2>{t('areasQuestion')}</h2>
          <table className="report-table">
            <thead>
              <tr>
                <th scope="col">{t('area')}</th>
                <th scope="col">{t('planned')}</th>
                <th scope="col">{t('cleaned')}</th>
                <th scope="col">{t('coverage')}</th>
                <th scope="col">{t('duration')}</th>
              </tr>
            </thead>
            <tbody>
              {areas.map((area) => (
                <tr key={area.areaId}>
                  <th scope="row">{area.name || area.areaId}</th>
                  <td>
                    <Figure value={formatArea(area.plannedM2)} />
                  </td>
                  <td>
                    <Figure value={formatArea(area.cleanedM2)} />
                  </td>
                  <td>
                    <Figure value={formatShare(area.coverage)} />
                  </td>
                  <td>
                    <Figure value={formatDuration(area.seconds)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
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
              <small>{by}</small>
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
