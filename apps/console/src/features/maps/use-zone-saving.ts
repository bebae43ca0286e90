import { errors, mapCalls, type MapDetail } from '@sweepline/contract';
import { boxOfRaster, receive, shapeFault, shapesById, type Editor, type Shapes } from '@sweepline/map-core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { CallError, reading, send } from '../../kit/api.ts';
import { actsBetween, rebased, shapesOfMap, type ZoneAct } from './zone-acts.ts';

/** Somebody else saved this map first: what the server said of it, and the map as they left it. */
export interface Conflict {
  message: string;
  theirs: MapDetail;
}

/** What the server holds, as far as this page knows. */
interface Stored {
  shapes: Shapes;
  version: number;
}

/** Takes a change that comes from the server: walls and points too. */
type Receive = (change: (editor: Editor) => Editor) => void;

/** A zone whose outline is at fault waits until it is put right; the others go on. */
const savable = (act: ZoneAct, map: MapDetail) =>
  act.kind === 'remove' || shapeFault({ ...act.zone, kind: 'zone' }, boxOfRaster(map.ground)) === undefined;

/**
 * Saves each finished act of the editor by itself, one after another, with the version it was made on. A stale version
 * stops the saving; nothing that was drawn is touched until the person has chosen.
 */
export function useZoneSaving(map: MapDetail, editor: Editor, receiveIn: Receive) {
  const cache = useQueryClient();
  const [stored, setStored] = useState<Stored>(() => ({
    shapes: shapesById(shapesOfMap(map)),
    version: map.version,
  }));
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);

  const acts = useMemo(
    () => (editor.gesture ? [] : actsBetween(stored.shapes, editor.shapes)),
    [editor.gesture, editor.shapes, stored.shapes],
  );
  const next = acts.find((act) => savable(act, map));

  const adopt = useCallback(
    (theirs: MapDetail) => {
      const shapes = shapesById(shapesOfMap(theirs));
      setStored({ shapes, version: theirs.version });
      receiveIn((now) => receive(now, [...rebased(stored.shapes, now.shapes, shapes).values()]));
    },
    [receiveIn, stored.shapes],
  );

  useEffect(() => {
    // The map as somebody else left it, read anew: untouched zones follow, touched ones stay as drawn.
    if (map.version > stored.version && !busy && !conflict && !editor.gesture) adopt(map);
  }, [map, stored.version, busy, conflict, editor.gesture, adopt]);

  useEffect(() => {
    if (!next || busy || conflict || failure) return;
    setBusy(true);
    void save(map.id, stored.version, next)
      .then((saved) => {
        // The drawn shape itself is remembered, so that it counts as unchanged until it is touched again.
        setStored((old) => ({ shapes: withAct(old.shapes, editor.shapes, next), version: saved.version }));
        cache.setQueryData([mapCalls.detail.family, mapCalls.detail.path, { id: map.id }], saved);
        void cache.invalidateQueries({ queryKey: [mapCalls.list.family, mapCalls.list.path] });
      })
      .catch(async (error: Error) => {
        const theirs = isStale(error) ? await readAnew(cache, map.id).catch(() => null) : null;
        if (theirs && theirs.version !== stored.version) setConflict({ message: error.message, theirs });
        else setFailure(error);
      })
      .finally(() => setBusy(false));
  }, [next, busy, conflict, failure, map.id, stored.version, editor.shapes, cache]);

  return {
    busy,
    conflict,
    failure,
    /** Acts that are not on the server yet. */
    unsaved: acts.length,
    retry: () => setFailure(null),
    /** Takes in what the others did and goes on with what was drawn here on top of it. */
    keepMine: () => {
      if (conflict) adopt(conflict.theirs);
      setConflict(null);
    },
    /** Takes in what the others did and forgets what was drawn here since. */
    takeTheirs: () => {
      if (!conflict) return;
      const shapes = shapesById(shapesOfMap(conflict.theirs));
      setStored({ shapes, version: conflict.theirs.version });
      receiveIn((now) => receive(now, [...shapes.values()]));
      setConflict(null);
    },
  };
}

const readAnew = (cache: QueryClient, id: string) =>
  cache.fetchQuery({ ...reading(mapCalls.detail, { id }), staleTime: 0, meta: { silent: true } });

const isStale = (error: Error) => error instanceof CallError && error.code === errors.changedMeanwhile.code;

function save(id: string, version: number, act: ZoneAct): Promise<MapDetail> {
  const quiet = { quiet: true };
  const on = { id, version, zoneId: act.zone.id };
  if (act.kind === 'remove') return send(mapCalls.removeZone, on, quiet);
  const { type, name, points } = act.zone;
  return send(
    act.kind === 'add' ? mapCalls.addZone : mapCalls.updateZone,
    { ...on, type, name, points },
    quiet,
  );
}

function withAct(stored: Shapes, drawn: Shapes, { kind, zone: { id } }: ZoneAct): Shapes {
  const shapes = new Map(stored);
  const shape = drawn.get(id);
  if (kind === 'remove' || !shape) shapes.delete(id);
  else shapes.set(id, shape);
  return shapes;
}
