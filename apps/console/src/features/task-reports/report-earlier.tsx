import type { EarlierReport, ReportDetail } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Figure } from '../../kit/figure.tsx';
import {
  formatArea,
  formatDuration,
  formatLitres,
  formatRate,
  formatShare,
  formatTime,
} from '../../kit/format.ts';
import { medianOf } from './report-rules.ts';
import { ResultMark } from './result-mark.tsx';
import type { useOverlay } from './use-overlay.ts';

interface Props {
  report: ReportDetail;
  overlay: ReturnType<typeof useOverlay>;
}

const figures = ['cleanedM2', 'coverage', 'cleaningSeconds', 'm2PerHour', 'waterL'] as const;
const written: Record<(typeof figures)[number], (value: number | null) => string> = {
  cleanedM2: formatArea,
  coverage: (value) => formatShare(value, 1),
  cleaningSeconds: formatDuration,
  m2PerHour: formatRate,
  waterL: formatLitres,
};

/** This run beside the ones of the same task before it. */
export function ReportEarlier({ report, overlay }: Props) {
  const { t } = useTranslation('task-reports');
  const { earlier } = overlay;
  const sound = earlier.filter(({ flagged }) => !flagged);
  const formula = t('medianFormula', { count: sound.length });
  const median = (name: (typeof figures)[number]) => medianOf(sound.map((one: EarlierReport) => one[name]));
  return (
    <section>
      <h2>{t('earlierQuestion')}</h2>
      {earlier.length === 0 && <p className="report-note">{t('noEarlier')}</p>}
      {overlay.possible && (
        <label className="report-overlay">
          <input
            type="checkbox"
            checked={overlay.on}
            onChange={({ target }) => overlay.setOn(target.checked)}
          />{' '}
          {t('overlay')}
          {overlay.trace && <small> · {t('overlayNote', { count: overlay.count })}</small>}
        </label>
      )}
      {earlier.length > 0 && (
        <div className="report-table-room">
          <table className="report-table">
            <thead>
              <tr>
                <th scope="col">{t('started')}</th>
                <th scope="col">{t('cleaned')}</th>
                <th scope="col">{t('coverage')}</th>
                <th scope="col">{t('cleaningTime')}</th>
                <th scope="col">{t('rate')}</th>
                <th scope="col">{t('water')}</th>
              </tr>
            </thead>
            <tbody>
              <tr className="report-table-own">
                <th scope="row">{t('thisRun')}</th>
                {figures.map((name) => (
                  <td key={name}>
                    <Figure value={written[name](report.totals[name])} />
                  </td>
                ))}
              </tr>
              <tr>
                <th scope="row">{t('medianBefore')}</th>
                {figures.map((name) => (
                  <td key={name}>
                    <Figure value={written[name](median(name))} formula={formula} />
                  </td>
                ))}
              </tr>
              {earlier.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <Link to={`/dataManage/historyDetail?id=${one.id}`}>{formatTime(one.startedAt)}</Link>{' '}
                    <ResultMark result={one.result} />
                  </th>
                  {figures.map((name) => (
                    <td key={name}>
                      <Figure value={written[name](one[name])} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
