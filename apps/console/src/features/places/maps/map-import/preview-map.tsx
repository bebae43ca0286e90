import { shapesOf } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MapView } from '../../../../map-view/map-view.tsx';
import type { Preview } from './use-map-import.ts';

/** The map the files would produce, with the no-go areas found in the mask. */
export function PreviewMap({ preview: { ground, zones } }: { preview: Preview }) {
  const { t } = useTranslation('places/maps');
  const shapes = useMemo(() => shapesOf({ zones }), [zones]);
  return (
    <div className="maps-preview-map">
      <MapView label={t('preview')} ground={ground} shapes={shapes} />
    </div>
  );
}
