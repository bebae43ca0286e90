import type { MapReadingNotes, SavedUnknown } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatUnit } from '../../../../kit/format/format-unit.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { Segments } from '../../../../kit/ui/segments.tsx';

interface Props {
  notes: MapReadingNotes;
  savedUnknown: SavedUnknown;
  onChoose: (value: SavedUnknown) => void;
}

/** Where the preview differs from the files, and the question that only a person can answer. */
export function ImportNotes({ notes, savedUnknown, onChoose }: Props) {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  const counted = (count: number) => ({ count, shown: formatNumber(count) });
  const { savedUnknownCells, opacityCells, turnedRad, turnedCells } = notes;
  if (savedUnknownCells === 0 && opacityCells === 0 && turnedRad === null) return null;
  const choices = [
    { value: 'UNKNOWN', text: view('brush.unknown') },
    { value: 'FREE', text: view('brush.floor') },
  ] as const;
  return (
    <section className="maps-notes" aria-label={t('notes.title')}>
      <h2>{t('notes.title')}</h2>
      {turnedRad !== null && <p>{turnText(turnedRad, turnedCells)}</p>}
      {opacityCells > 0 && <p>{t('notes.opacity', counted(opacityCells))}</p>}
      {savedUnknownCells > 0 && (
        <>
          <p>{t('notes.savedUnknown', counted(savedUnknownCells))}</p>
          <Segments
            onlyWay
            label={t('notes.savedUnknownChoice')}
            value={savedUnknown}
            options={choices}
            onChange={onChoose}
          />
        </>
      )}
    </section>
  );

  function turnText(rad: number, cells: number) {
    const angle = formatUnit((rad * 180) / Math.PI, 'degree');
    return cells > 0 ? t('notes.turned', { ...counted(cells), angle }) : t('notes.turnedExactly', { angle });
  }
}
