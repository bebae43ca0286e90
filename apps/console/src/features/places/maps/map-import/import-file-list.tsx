import { useTranslation } from 'react-i18next';
import { formatShare } from '../../../../kit/format/format.ts';
import { FileSlot } from './file-slot.tsx';
import { slots, type Slot } from './import-files.ts';
import type { useMapImport } from './use-map-import.ts';

/** The files of an import, each with its fault, and the progress of reading them. */
export function ImportFiles({ map }: { map: ReturnType<typeof useMapImport> }) {
  const { t } = useTranslation('places/maps');
  const faultWords = (slot: Slot) => {
    const [fault, reason] = [map.faults[slot], map.reasons[slot]];
    if (fault) return t(`fileFaults.${fault}`);
    return reason;
  };
  return (
    <>
      <h2>{t('files')}</h2>
      <ul className="maps-slots">
        {slots.map((slot) => (
          <FileSlot
            key={slot}
            slot={slot}
            file={map.files[slot]}
            fault={faultWords(slot)}
            read={map.files[slot] !== undefined && map.preview !== undefined}
            disabled={map.saving}
            onChoose={(file) => void map.put(slot, file)}
            onRemove={() => void map.take(slot)}
          />
        ))}
      </ul>
      {map.progress !== null && (
        <p className="maps-progress" role="status">
          {map.progress < 1 ? t('uploading', { share: formatShare(map.progress) }) : t('readingMap')}
          <progress value={map.progress} aria-label={t('uploading', { share: formatShare(map.progress) })} />
        </p>
      )}
    </>
  );
}
