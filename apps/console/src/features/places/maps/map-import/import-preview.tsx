import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../kit/api/api.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { ImportFigures } from './import-figures.tsx';
import { PreviewMap } from './preview-map.tsx';
import type { MapImport } from './use-map-import.ts';

interface Props {
  map: MapImport;
  /** Files are being dragged over the page. */
  over: boolean;
}

/** The resulting map before anything is stored; before that, the drop area for its files. */
export function ImportPreview({ map: { preview, files, faults, complete, reading, error }, over }: Props) {
  const { t } = useTranslation('places/maps');
  if (preview && !over) {
    return (
      <div className="maps-preview">
        <PreviewMap preview={preview} />
        <ImportFigures preview={preview} masked={files.mask !== undefined} />
      </div>
    );
  }
  const failed = !over && (error !== null || Object.keys(faults).length > 0);
  const [title, hint] = over
    ? [t('dropNow'), t('dropHint')]
    : failed
      ? [t('unreadable'), reasonOf(error) ?? t('notStored')]
      : reading
        ? [t('readingMap'), '']
        : complete || !(files.picture ?? files.yaml)
          ? [t('dropTitle'), t('dropHint')]
          : [t('dropRest'), t('dropHint')];
  return (
    <div className="maps-drop" aria-live="polite">
      <DropArt />
      <h2>
        {failed && <Icon name="alert" size={18} />}
        {title}
      </h2>
      <p>{hint}</p>
    </div>
  );
}

/** Errors of the whole import; errors of one file are shown at that file. */
const reasonOf = (error: Error | null) =>
  error instanceof CallError && Object.keys(error.fields).length === 0 ? error.message : undefined;

/** An outline of a floor: rooms around a hall, one of them hatched. */
const DropArt = () => (
  <svg className="maps-drop-art" viewBox="0 0 240 150" aria-hidden="true">
    <path className="maps-drop-floor" d="M8 8h224v134H8z" />
    <path d="M8 8h224v134H8zM8 58h62m24 0h52m24 0h62M92 8v50m58-50v50M8 98h84m24 0h34m24 0h58M92 98v44m82-44v44" />
    <path className="maps-drop-zone" d="M182 106h42v28h-42z" />
    <path className="maps-drop-way" d="M20 68h196v9H24v9h192" />
  </svg>
);
