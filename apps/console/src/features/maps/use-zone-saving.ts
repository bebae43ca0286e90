import { errors, mapCalls, type MapDetail } from '@sweepline/contract';
import { boxOfRaster, shapeFault, type Editor } from '@sweepline/map-core';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { CallError, reading, send } from '../../kit/api.ts';
import { useStoredMap } from './use-stored-map.ts';
import type { Edit } from './use-zone-editor.ts';
import { actsBetween, type ZoneAct } from './zone-acts.ts';

/** Somebody else saved this map first: what the server said of it, and the map as they left it. */
interface Conflict {
  message: string;
  theirs: MapDetail;
}

/** Why saving stands still. */
type Halt = { conflict: Conflict } | { failure: Error };

/** A zone whose outline is at fault waits until it is put right; the others go on. */
const savable = (act: ZoneAct, map: MapDetail) =>
  act.kind === 'remove' || shapeFault({ ...act.zone, kind: 'zone' }, boxOfRaster(map.ground)) === undefined;

/**
 * Saves each finished act of the editor by itself, one after another, with the version it was made on. A stale version
 * stops the saving; nothing that was drawn is touched until the person has chosen. `put` takes what comes from the server.
 */
export function useZoneSaving(map: MapDetail, editor: Editor, put: Edit) {
  const cache = useQueryClient();
  const { stored, saved, adopt, surrender } = useStoredMap(map, put);
  const [busy, setBusy] = useState(false);
  const [halt, setHalt] = useState<Halt | null>(null);
  const acts = useMemo(
    () => (editor.gesture ? [] : actsBetween(stored.shapes, editor.shapes)),
    [editor.gesture, editor.shapes, stored.shapes],
  );
  const next = acts.find((act) => savable(act, map));
  const conflict = halt && 'conflict' in halt ? halt.conflict : null;

  useEffect(() => {
    if (map.version > stored.version && !busy && !conflict && !editor.gesture) adopt(map);
  }, [map, stored.version, busy, conflict, editor.gesture, adopt]);

  useEffect(() => {
    if (!next || busy || halt) return;
    const work = async () => {
      const answer = await save(map.id, stored.version, next);
      saved(next, editor.shapes, answer.version);
      cache.setQueryData([mapCalls.detail.family, mapCalls.detail.path, { id: map.id }], answer);
      void cache.invalidateQueries({ queryKey: [mapCalls.list.family, mapCalls.list.path] });
    };
    setBusy(true);
    void work()
      .catch(async (error: Error) => setHalt(await haltFor(error, cache, map.id, stored.version)))
      .finally(() => setBusy(false));
  }, [next, busy, halt, map.id, stored.version, editor.shapes, saved, cache]);

  return {
    busy,
    conflict,
    /** Nothing is left to fail when the act was undone. */
    failure: halt && 'failure' in halt && acts.length > 0 ? halt.failure : null,
    /** Acts that are not on the server yet. */
    unsaved: acts.length,
    retry: () => setHalt(null),
    /** Takes in what the others did and goes on with what was drawn here on top of it. */
    keepMine: () => {
      if (conflict) adopt(conflict.theirs);
      setHalt(null);
    },
    /** Takes in what the others did and forgets what was drawn here since. */
    takeTheirs: () => {
      if (conflict) surrender(conflict.theirs);
      setHalt(null);
    },
  };
}
export type ZoneSaving = ReturnType<typeof useZoneSaving>;

/** Two refusals carry the same code; only a map that really is newer is a conflict. */
async function haltFor(cause: Error, cache: QueryClient, id: string, version: number): Promise<Halt> {
  if (!(cause instanceof CallError) || cause.code !== errors.changedMeanwhile.code) return { failure: cause };
  const theirs = await cache
    .fetchQuery({ ...reading(mapCalls.detail, { id }), staleTime: 0, meta: { silent: true } })
    .catch(() => null);
  return theirs && theirs.version !== version
    ? { conflict: { message: cause.message, theirs } }
    : { failure: cause };
}

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
