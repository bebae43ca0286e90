import { createHash } from 'node:crypto';
import type { OtaStage } from '@sweepline/contract';

export interface StagePlace {
  stage: number;
  /** The order in the stage. */
  rank: number;
}

/** The same order in the preview and at the start, and another one for each package, so that no robot is always the first. */
const orderOf = (seed: string, id: string) => createHash('sha1').update(seed).update(id).digest('base64url');

/** The number of robots that have the version offered after a stage. A share of a few robots is one robot at least. */
const countAfter = (share: number, total: number) => Math.min(total, Math.ceil((total * share) / 100));

/** The stage of each robot: named ones in their stage, the others by the growing shares of the whole. */
export function placeInStages(
  ids: readonly string[],
  stages: readonly OtaStage[],
  seed: string,
): Map<string, StagePlace> {
  const places = new Map<string, StagePlace>();
  const known = new Set(ids);
  const named = new Set<string>();
  for (const [stage, { deviceIds }] of stages.entries())
    for (const id of deviceIds) {
      if (!known.has(id) || named.has(id)) continue;
      named.add(id);
      places.set(id, { stage, rank: places.size });
    }
  const rest = ids
    .filter((id) => !named.has(id))
    .map((id) => ({ id, order: orderOf(seed, id) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1));
  let placed = 0;
  let namedBefore = 0;
  for (const [stage, { upToPct }] of stages.entries()) {
    if (upToPct === null) {
      namedBefore += [...places.values()].filter((place) => place.stage === stage).length;
      continue;
    }
    const end = Math.max(placed, countAfter(upToPct, ids.length) - namedBefore);
    const last = upToPct === 100 ? rest.length : end;
    for (const { id } of rest.slice(placed, last)) places.set(id, { stage, rank: places.size });
    placed = Math.max(placed, Math.min(last, rest.length));
  }
  return places;
}
