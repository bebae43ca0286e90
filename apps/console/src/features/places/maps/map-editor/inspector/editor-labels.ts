import { layerOf, type LayerName, type Shape } from '@sweepline/map-core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../../../shared/words/use-words.ts';

const zoneLayers: ReadonlySet<string> = new Set(['CLEAN', 'NO_GO', 'NO_CLEAN', 'CARPET', 'SLOW']);

/** The labels of elements and layers. */
export function useLabels() {
  const { t } = useTranslation('places/maps');
  const { word } = useWords();
  const layerName = useCallback(
    (layer: LayerName) =>
      zoneLayers.has(layer)
        ? word('zoneType', layer)
        : t(`editor.kinds.${layer as Exclude<Shape['kind'], 'zone'>}`),
    [t, word],
  );
  /** The name, or the kind of an element without a name. */
  const shapeName = useCallback(
    (shape: Shape) => ('name' in shape && shape.name) || layerName(layerOf(shape)),
    [layerName],
  );
  return { layerName, shapeName };
}
