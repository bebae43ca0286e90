import { columnAt, rowAt } from '@sweepline/map-core';
import type { Terrain } from './terrain.ts';

/** Metres kept between the robot's side and anything it must not touch (setting `edgeDistance`). */
export const edgeDistanceM = 0.05;
/**
 * What is left of it when a robot strays from its path: enough that no corner of the cell it is in brings its tool, at least
 * 0.01 m narrower a side than itself, over a forbidden cell's centre.
 */
const strayingEdgeM = 0.03;

/**
 * Where a robot of one width may stand and drive on a terrain. The robot counts as a disc of its width plus the edge
 * distance: it turns on the spot, and its cleaning tool is narrower than itself, so what it paints is never forbidden.
 * Driving is planned on a grid of 0.10 m, in which a cell is open only when all of its four 0.05 m cells are.
 */
export class Footing {
  readonly terrain: Terrain;
  /** Squared, in cells of the terrain. */
  readonly #radius2: number;
  readonly #strayingRadius2: number;
  readonly navWidth: number;
  readonly navHeight: number;
  /** Metres of a nav cell. */
  readonly navSize: number;
  /** 0 closed; else ten times what crossing the cell costs, more beside obstacles so that routes keep off walls. */
  readonly navCost: Uint8Array;
  /** Cells with the same number are joined by a way; 0 closed. */
  readonly region: Int32Array;

  constructor(terrain: Terrain, widthM: number) {
    const { raster } = terrain;
    this.terrain = terrain;
    this.#radius2 = ((widthM / 2 + edgeDistanceM) / raster.resolution) ** 2;
    this.#strayingRadius2 = ((widthM / 2 + strayingEdgeM) / raster.resolution) ** 2;
    this.navWidth = Math.floor(raster.width / 2);
    this.navHeight = Math.floor(raster.height / 2);
    this.navSize = raster.resolution * 2;
    this.navCost = this.#costs();
    this.region = regionsOf(this.navCost, this.navWidth, this.navHeight);
  }

  #costs() {
    const { clearance2, raster } = this.terrain;
    const costs = new Uint8Array(this.navWidth * this.navHeight);
    const comfortable = (Math.sqrt(this.#radius2) + 0.2 / raster.resolution) ** 2;
    for (let row = 0; row < this.navHeight; row++) {
      for (let column = 0; column < this.navWidth; column++) {
        const at = row * 2 * raster.width + column * 2;
        const least = Math.min(
          clearance2[at]!,
          clearance2[at + 1]!,
          clearance2[at + raster.width]!,
          clearance2[at + raster.width + 1]!,
        );
        if (least >= this.#radius2) costs[row * this.navWidth + column] = least >= comfortable ? 10 : 16;
      }
    }
    return costs;
  }

  /** Whether the robot's centre may be in this cell of the terrain. */
  standsOn = (index: number) => this.terrain.clearance2[index]! >= this.#radius2;

  /** Whether a path may lead through here. */
  canStand(x: number, y: number) {
    return this.#clearanceAt(x, y) >= this.#radius2;
  }

  /** Whether a robot on its path, and a little off it, may be here. */
  canStray(x: number, y: number) {
    return this.#clearanceAt(x, y) >= this.#strayingRadius2;
  }

  #clearanceAt(x: number, y: number) {
    const { raster, clearance2 } = this.terrain;
    const [column, row] = [columnAt(raster, x), rowAt(raster, y)];
    if (column < 0 || row < 0 || column >= raster.width || row >= raster.height) return -1;
    return clearance2[row * raster.width + column]!;
  }

  /** Whether the robot can drive straight from a to b. Looks at half a cell's steps. */
  clearLine(ax: number, ay: number, bx: number, by: number) {
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / (this.terrain.raster.resolution / 2)));
    for (let i = 0; i <= steps; i++) {
      if (!this.canStand(ax + ((bx - ax) * i) / steps, ay + ((by - ay) * i) / steps)) return false;
    }
    return true;
  }

  navX = (cell: number) => this.terrain.raster.originX + ((cell % this.navWidth) + 0.5) * this.navSize;
  navY = (cell: number) => {
    const { originY, height, resolution } = this.terrain.raster;
    return originY + height * resolution - (Math.floor(cell / this.navWidth) + 0.5) * this.navSize;
  };

  /** The nav cell a place lies in, −1 outside. */
  navAt(x: number, y: number) {
    const { raster } = this.terrain;
    const [column, row] = [Math.floor(columnAt(raster, x) / 2), Math.floor(rowAt(raster, y) / 2)];
    if (column < 0 || row < 0 || column >= this.navWidth || row >= this.navHeight) return -1;
    return row * this.navWidth + column;
  }

  /** The open nav cell nearest to a place, within `reachM` and, if asked, of one region; −1 when there is none. */
  nearestOpen(x: number, y: number, reachM: number, region = 0) {
    const centre = this.navAt(x, y);
    if (centre < 0) return -1;
    const reach = Math.ceil(reachM / this.navSize);
    const [column, row] = [centre % this.navWidth, Math.floor(centre / this.navWidth)];
    let [best, bestDistance] = [-1, Infinity];
    for (let r = Math.max(0, row - reach); r <= Math.min(this.navHeight - 1, row + reach); r++) {
      for (let c = Math.max(0, column - reach); c <= Math.min(this.navWidth - 1, column + reach); c++) {
        const cell = r * this.navWidth + c;
        if (this.navCost[cell] === 0 || (region !== 0 && this.region[cell] !== region)) continue;
        const away = Math.hypot(this.navX(cell) - x, this.navY(cell) - y);
        if (away < bestDistance && away <= reachM) [best, bestDistance] = [cell, away];
      }
    }
    return best;
  }

  /** The region a robot standing about here belongs to; 0 when it is walled in. */
  regionAt(x: number, y: number) {
    const cell = this.nearestOpen(x, y, 1.5);
    return cell < 0 ? 0 : this.region[cell]!;
  }
}

/** Numbers the connected parts of the open cells, four neighbours each. */
function regionsOf(cost: Uint8Array, width: number, height: number) {
  const region = new Int32Array(cost.length);
  const queue = new Int32Array(cost.length);
  let count = 0;
  for (let seed = 0; seed < cost.length; seed++) {
    if (cost[seed] === 0 || region[seed] !== 0) continue;
    region[seed] = ++count;
    queue[0] = seed;
    for (let head = 0, tail = 1; head < tail; head++) {
      const cell = queue[head]!;
      const column = cell % width;
      const enter = (next: number) => {
        if (cost[next] === 0 || region[next] !== 0) return;
        region[next] = count;
        queue[tail++] = next;
      };
      if (column > 0) enter(cell - 1);
      if (column < width - 1) enter(cell + 1);
      if (cell >= width) enter(cell - width);
      if (cell < width * (height - 1)) enter(cell + width);
    }
  }
  return region;
}

const known = new WeakMap<Terrain, Map<number, Footing>>();

/** The footing of one robot width on a terrain, shared like the terrain itself. */
export function sharedFooting(terrain: Terrain, widthM: number) {
  const ofTerrain = known.get(terrain) ?? new Map<number, Footing>();
  known.set(terrain, ofTerrain);
  const footing = ofTerrain.get(widthM) ?? new Footing(terrain, widthM);
  ofTerrain.set(widthM, footing);
  return footing;
}
