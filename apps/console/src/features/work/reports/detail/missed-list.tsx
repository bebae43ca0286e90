import { useTranslation } from 'react-i18next';
import { formatArea } from '../../../../kit/format/format.ts';
import { minMissedM2, type MissedPatch } from '@sweepline/map-core';
import { useMissedReason } from './use-missed-reason.ts';

interface Props {
  patches: readonly MissedPatch[];
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
}

const maxRows = 6;

/** The largest missed patches; selecting one shows it on the map. */
export function MissedList({ patches, selected, onSelect }: Props) {
  const { t } = useTranslation('work/reports');
  const reasonOf = useMissedReason();
  const wholeM2 = patches.reduce((sum, { areaM2 }) => sum + areaM2, 0);
  return (
    <section className="record-group">
      <h2>{t('missedQuestion')}</h2>
      {patches.length === 0 ? (
        <p className="report-note">{t('nothingMissed', { area: formatArea(minMissedM2) })}</p>
      ) : (
        <>
          <p title={t('missedFormula', { area: formatArea(minMissedM2) })}>
            {t('missedSum', { count: patches.length, area: formatArea(wholeM2) })}
          </p>
          <div className="missed-list">
            {patches.slice(0, maxRows).map(({ id, areaM2, reason }, index) => (
              <button
                key={id}
                type="button"
                aria-pressed={id === selected}
                onClick={() => onSelect(id === selected ? undefined : id)}
              >
                {t('missedNumber', { number: index + 1, area: formatArea(areaM2) })}
                {reasonOf(reason) && <small>{reasonOf(reason)}</small>}
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
