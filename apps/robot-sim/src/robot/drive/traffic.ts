import type { ZoneSetV3 } from '@sweepline/contract/robot';
import { inside, type Point } from '@sweepline/map-core';

type ZoneSet = ZoneSetV3['zoneSet'];

/** The zones received from the server, the speed that they allow, and whether the robot is on its way. */
export class Traffic {
  #zoneSets: readonly ZoneSet[];
  #limitMps = Infinity;
  #driving = false;

  constructor(zoneSets: readonly ZoneSet[]) {
    this.#zoneSets = zoneSets;
  }

  get zoneSets() {
    return this.#zoneSets;
  }
  /** The maximum speed in the zones around the robot. */
  get limitMps() {
    return this.#limitMps;
  }
  /** Whether the current activity moves the robot. */
  get driving() {
    return this.#driving;
  }

  zonesOf(mapId: string): ZoneSet | undefined {
    return this.#zoneSets.find((set) => set.mapId === mapId);
  }

  /** A map has one zone set: a new one replaces it. */
  accept(set: ZoneSet) {
    this.#zoneSets = [...this.#zoneSets.filter(({ mapId }) => mapId !== set.mapId), set];
  }

  keep(isKept: (set: ZoneSet) => boolean) {
    this.#zoneSets = this.#zoneSets.filter(isKept);
  }

  setDriving(driving: boolean) {
    this.#driving = driving;
  }

  /** Sets the speed limit of a place on a map. */
  limitAt(mapId: string, place: Point) {
    this.#limitMps = Infinity;
    for (const { zoneType, maximumSpeed = Infinity, vertices } of this.zonesOf(mapId)?.zones ?? [])
      if (zoneType === 'SPEED_LIMIT' && maximumSpeed < this.#limitMps && inside(place, vertices))
        this.#limitMps = maximumSpeed;
  }
}
