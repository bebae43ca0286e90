import type { MapDetail } from '@sweepline/contract';
import { receive, shapesById, type Editor, type Shapes } from '@sweepline/map-core';
import { useCallback, useState } from 'react';
import type { Edit } from './use-zone-editor.ts';
import { rebased, shapesOfMap, type ZoneAct } from './zone-acts.ts';

/** What the server holds, as far as this page knows. */
interface Stored {
  shapes: Shapes;
  version: number;
}

const storedIn = (map: MapDetail): Stored => ({
  shapes: shapesById(shapesOfMap(map)),
  version: map.version,
});

/** The server's side of an edited map: what it has, and the three ways it comes to have something else. */
export function useStoredMap(map: MapDetail, put: Edit) {
  const [stored, setStored] = useState(() => storedIn(map));

  /** An act of ours was saved. The drawn shape itself is remembered, so that it counts as unchanged until it is touched. */
  const saved = useCallback(
    (act: ZoneAct, drawn: Shapes, version: number) =>
      setStored((old) => ({ shapes: withAct(old.shapes, drawn, act), version })),
    [],
  );
  /** Somebody else saved: what was not touched here follows, what was stays as drawn. */
  const adopt = useCallback(
    (theirs: MapDetail) => {
      const next = storedIn(theirs);
      setStored(next);
      put((now) => receive(now, [...rebased(stored.shapes, now.shapes, next.shapes).values()]));
    },
    [put, stored.shapes],
  );
  /** Somebody else saved, and what was drawn here is given up for it. */
  const surrender = useCallback(
    (theirs: MapDetail) => {
      const next = storedIn(theirs);
      setStored(next);
      put((now: Editor) => receive(now, [...next.shapes.values()]));
    },
    [put],
  );
  return { stored, saved, adopt, surrender };
}

function withAct(stored: Shapes, drawn: Shapes, { kind, zone: { id } }: ZoneAct): Shapes {
  const shapes = new Map(stored);
  const shape = drawn.get(id);
  if (kind === 'remove' || !shape) shapes.delete(id);
  else shapes.set(id, shape);
  return shapes;
}
