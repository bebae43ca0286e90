import { mapLayerCalls, neverCleaned, type MapLayerName } from '@sweepline/contract';
import { indexAt, noValue, type Point } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery, send } from '../../../../kit/api/api.ts';
import { dayEnd, dayStart } from '../../../../kit/format/days.ts';
import { formatNumber } from '../../../../kit/format/format.ts';
import { useHeatPicture, type Heat } from '../../../../map-view/layers/heat.ts';
import { heatColours, layerSteps } from './layer-colours.ts';
import { layerTiles, peakOf, hasValues } from './layer-tiles.ts';
import type { LayerChoice } from './use-layer-choice.ts';

/** A layer counts as fresh for a minute; an explicit reload shows newer runs. */
const freshMs = 60_000;
/** Small counts show fractions of a day. */
export const digitsOf = (layer: MapLayerName, value: number) =>
  layer === 'SIGNAL' || layer === 'AGE' ? (Math.abs(value) < 10 ? 1 : 0) : 0;

/** A value of a layer with its unit. */
function useValueText() {
  const { t } = useTranslation('places/maps');
  return useCallback(
    (layer: MapLayerName, value: number) =>
      t(`layers.values.${layer}`, { count: value, shown: formatNumber(value, digitsOf(layer, value)) }),
    [t],
  );
}

/** The selected layer, loaded and ready for display; `heat` exists once it is painted. */
export function useMapLayer(mapId: string, { layer, from, to }: LayerChoice) {
  const { t } = useTranslation('places/maps');
  const valueText = useValueText();
  const input = { mapId, layer: layer ?? 'PASSES', from: dayStart(from), to: dayEnd(to) } as const;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...callQuery(mapLayerCalls.read, input).queryKey, 'tiles'],
    queryFn: async ({ signal }) => {
      const read = await send(mapLayerCalls.read, input, { signal, quiet: true });
      const tiles = await layerTiles(read);
      const steps = layerSteps(read.layer, read.scale, peakOf(tiles));
      return { read, tiles, steps, colours: heatColours(read.layer, steps), empty: !hasValues(tiles) };
    },
    enabled: layer !== undefined,
    staleTime: freshMs,
    meta: { silent: true },
  });
  const loaded = layer === undefined ? undefined : data;
  const picture = useHeatPicture(loaded?.tiles, loaded?.colours);
  const heat = useMemo<Heat | undefined>(() => {
    if (!loaded) return undefined;
    const { tiles, read } = loaded;
    const textAt = (place: Point) => {
      const value = tiles.values[indexAt(tiles, place.x, place.y)] ?? noValue;
      if (value === noValue) return '';
      return value === neverCleaned ? t('layers.never') : valueText(read.layer, value * read.scale);
    };
    return { tiles, picture, textAt };
  }, [loaded, picture, t, valueText]);
  return { loaded, heat, error: layer === undefined ? null : error, isFetching, retry: () => void refetch() };
}
export type MapLayerView = ReturnType<typeof useMapLayer>;
