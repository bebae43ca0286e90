import type { ReportDetail } from '@sweepline/contract';
import type { PassAreas } from '@sweepline/map-core';
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

interface Props {
  report: ReportDetail;
  /** Of each area, how much of it was passed how often. */
  passesOf: ReadonlyMap<string, PassAreas>;
}

/** Area by area, what interrupted, and what wore. A table with nothing in it is not shown. */
export function ReportTables({ report, passesOf }: Props) {
  const { t } = useTranslation('task-reports');
  const { word } = useWords();
  const { areas, alarms, pauses, consumables } = report;
  return (
    <>
      {areas.length > 0 && (
        <section>
          <h2>{t('areasQuestion')}</h2>
          <div className="report-table-room">
            <table className="report-table">
              <thead>
                <tr>
                  <th scope="col">{t('area')}</th>
                  <th scope="col">{t('planned')}</th>
                  <th scope="col">{t('cleaned')}</th>
                  <th scope="col">{t('coverage')}</th>
                  <th scope="col">{t('passes0')}</th>
                  <th scope="col">{t('passes1')}</th>
                  <th scope="col">{t('passes2')}</th>
                  <th scope="col">{t('duration')}</th>
                </tr>
              </thead>
              <tbody>
                {areas.map((area) => (
                  <tr key={area.areaId}>
                    <th scope="row">
                      {area.name || area.areaId}
                      <small>
                        {[
                          area.cleaningMode && word('cleaningMode', area.cleaningMode),
                          area.strength && word('strength', area.strength),
                          area.repetitions && t('times', { count: area.repetitions }),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </th>
                    <td>
                      <Figure value={formatArea(area.plannedM2)} />
                    </td>
                    <td>
                      <Figure value={formatArea(area.cleanedM2)} />
                    </td>
                    <td>
                      <Figure
                        value={formatShare(area.coverage)}
                        formula={t('coverageFormula', {
                          cleaned: formatArea(area.cleanedM2),
                          planned: formatArea(area.plannedM2),
                        })}
                      />
                    </td>
                    {(['none', 'once', 'more'] as const).map((part) => (
                      <td key={part}>
                        <Figure
                          value={formatArea(passesOf.get(area.areaId)?.[part])}
                          formula={t('passFormula')}
                        />
                      </td>
                    ))}
                    <td>
                      <Figure value={formatDuration(area.seconds)} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
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
