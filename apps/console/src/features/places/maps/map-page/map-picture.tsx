import { mapCalls, type MapRow } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { useMode } from '../../../../kit/ui/use-theme.ts';
import { paintPicture } from '../map-import/paint-picture.ts';
import { thumbOf } from '../map-list/ground-thumb.ts';
import { useHasBeenVisible } from '../map-editor/use-has-been-visible.ts';

/** A small picture of the floor and its zones. It loads when it comes into view. */
export function MapPicture({ map }: { map: MapRow }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const seen = useHasBeenVisible(canvas);
  const mode = useMode();
  const query = useQuery({
    ...callQuery(mapCalls.detail, { id: map.id }),
    enabled: seen && map.zoneCount > 0,
    staleTime: 60_000,
    meta: { silent: true },
  });
  const ground = useQuery({
    queryKey: ['thumb', map.ground.file],
    queryFn: () => thumbOf(map.ground),
    enabled: seen,
    staleTime: Infinity,
    meta: { silent: true },
  });

  useEffect(() => {
    if (canvas.current && ground.data) {
      paintPicture(canvas.current, ground.data, query.data ? query.data.elements.zones : []);
    }
  }, [ground.data, query.data, mode]);

  return <canvas ref={canvas} className="maps-picture" aria-hidden="true" />;
}
