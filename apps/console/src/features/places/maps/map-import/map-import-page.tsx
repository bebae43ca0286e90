import { pages, mapCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../../kit/ui/button.tsx';
import { toast } from '../../../../kit/ui/toasts.ts';
import { nameFrom } from './import-files.ts';
import { ImportFiles } from './import-file-list.tsx';
import { ImportNotes } from './import-notes.tsx';
import { ImportPlace, type Place } from './import-place.tsx';
import { ImportPreview } from './import-preview.tsx';
import { useDrop } from '../../../../kit/form/use-drop.ts';
import { useMapImport } from './use-map-import.ts';
import './map-import.css';

/** Imports a ROS map: its files, their preview, and the place of the map. Nothing is stored before the user confirms. */
export function MapImportPage() {
  const { t } = useTranslation('places/maps');
  const navigate = useNavigate();
  const map = useMapImport();
  const [entered, setEntered] = useState<Partial<Place>>({});
  const { over, target } = useDrop((files) => void map.drop(files));
  const place: Place = {
    name: entered.name ?? (map.files.picture ? nameFrom(map.files.picture) : ''),
    companyId: entered.companyId,
    siteId: entered.siteId,
    floor: entered.floor ?? '',
  };

  const submit = async () => {
    const { name, companyId, siteId, floor } = place;
    const input = mapCalls.import.input.safeParse({
      name,
      ...(companyId && { companyId }),
      ...(siteId && { siteId }),
      ...(floor.trim() && { floor }),
    });
    if (!input.success) return;
    // A refusal is shown at the file or field it is about.
    const stored = await map.store(input.data).catch(() => null);
    if (!stored) return;
    toast({ tone: 'done', text: t('imported', { name: stored.name }) });
    void navigate(pages.map({ id: stored.id }));
  };

  return (
    <section className={over ? 'maps-import maps-import-over' : 'maps-import'} {...target}>
      <form
        className="maps-import-side"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h1>{t('importMap')}</h1>
        <ImportFiles map={map} />
        {map.preview && (
          <ImportNotes
            notes={map.preview.notes}
            savedUnknown={map.savedUnknown}
            onChoose={map.setSavedUnknown}
          />
        )}
        {map.preview && (
          <>
            <h2>{t('details')}</h2>
            <ImportPlace
              place={place}
              reasons={place.name.trim() ? map.reasons : { ...map.reasons, name: t('noName') }}
              onChange={(change) => setEntered((old) => ({ ...old, ...change }))}
            />
          </>
        )}
        <footer className="maps-import-foot">
          <Button disabled={map.saving} onClick={() => void navigate(pages.maps())}>
            {t('cancelImport')}
          </Button>
          <Button
            type="submit"
            look="main"
            icon="upload"
            busy={map.saving}
            disabled={!map.preview || !place.name.trim()}
          >
            {t('importMap')}
          </Button>
        </footer>
      </form>
      <ImportPreview map={map} over={over} />
    </section>
  );
}
