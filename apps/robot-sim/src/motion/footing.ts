import { columnAt, rowAt } from '@sweepline/map-core';
import { cellsAlong } from './cells-along.ts';
import type { Terrain } from './terrain.ts';

/** Metres kept between the robot's side and anything it must not touch (setting `edgeDistance`). */
export const edgeDistanceM = 0.05;
/**
 * The edge distance along a smoothed path, and off the path. The tool is at least 0.01 m narrower per side than the robot,
 * so with these values it never covers the centre of a forbidden cell.
 */
const smoothedEdgeM = 0.036;
const strayingEdgeM = 0.03;

/** Costs of crossing a cell, times ten. */
const [open, beside, tight] = [10, 16, 30];

/**
 * Where a robot of one width may stand and drive on a terrain. The robot is a disc of its width plus the edge distance,
 * because it turns on the spot. Its cleaning tool is narrower, so it never paints a forbidden cell. Routes are planned on a
 * grid of 0.10 m. A partly open cell is represented by the middle of its open part, so that a passage as wide as the robot
 * stays passable on the coarser grid.
 */
export class Footing {
  readonly terrain: Terrain;
  /** Squared, in cells of the terrain. */
  readonly #radius2: number;
  readonly #halfWidthM: number;
  readonly navWidth: number;
  readonly navHeight: number;
  /** Metres of a nav cell. */
  readonly navSize: number;
  /** 0 closed; else ten times what crossing the cell costs, more beside obstacles so that routes keep off walls. */
  readonly navCost: Uint8Array;
  /** 0 where a cell is open as a whole; else 1 + the index of the quarter that represents it, row by row. */
  readonly #spot: Uint8Array;
  /** Cells with the same number are connected; 0 closed. */
  readonly region: Int32Array;

  constructor(terrain: Terrain, widthM: number) {
    const { raster } = terrain;
    this.terrain = terrain;
    this.#radius2 = ((widthM / 2 + edgeDistanceM) / raster.resolution) ** 2;
    this.#halfWidthM = widthM / 2;
    this.navWidth = Math.floor(raster.width / 2);
    this.navHeight = Math.floor(raster.height / 2);
    this.navSize = raster.resolution * 2;
    this.navCost = new Uint8Array(this.navWidth * this.navHeight);
    this.#spot = new Uint8Array(this.navCost.length);
    this.#open();
    this.region = regionsOf(this);
  }

  #open() {
    const { clearance2, raster } = this.terrain;
    const comfortable = (Math.sqrt(this.#radius2) + 0.2 / raster.resolution) ** 2;
    for (let row = 0; row < this.navHeight; row++) {
      for (let column = 0; column < this.navWidth; column++) {
        const at = row * 2 * raster.width + column * 2;
        const parts = [at, at + 1, at + raster.width, at + raster.width + 1].map((cell) => clearance2[cell]!);
        const [min, max] = [Math.min(...parts), Math.max(...parts)];
        if (max < this.#radius2) continue;
        const cell = row * this.navWidth + column;
        this.navCost[cell] = min >= comfortable ? open : min >= this.#radius2 ? beside : tight;
        if (min < this.#radius2) this.#spot[cell] = 1 + parts.indexOf(max);
      }
    }
  }

  /** Whether the robot's centre may be in this cell of the terrain. */
  standsOn = (index: number) => this.terrain.clearance2[index]! >= this.#radius2;

  /** Whether a path may lead through here. */
  canStand(x: number, y: number) {
    const { raster } = this.terrain;
    return this.#standsAt(columnAt(raster, x), rowAt(raster, y));
  }

  /** Whether a robot on its path or slightly off it may be here: by its cell, or by the interpolated clearance. */
  canStray = (x: number, y: number) =>
    this.canStand(x, y) || this.#clearanceM(x, y) >= this.#halfWidthM + strayingEdgeM;

  /** Whether a robot can drive straight from a to b with the smaller edge distance that is allowed off a path. */
  strayLine(ax: number, ay: number, bx: number, by: number) {
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 0.02));
    for (let i = 0; i <= steps; i++) {
      if (!this.canStray(ax + ((bx - ax) * i) / steps, ay + ((by - ay) * i) / steps)) return false;
    }
    return true;
  }

  /** Whether a smoothed path may run straight from a to b. Checks every two centimetres. */
  smoothLine(ax: number, ay: number, bx: number, by: number) {
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 0.02));
    const minM = this.#halfWidthM + smoothedEdgeM;
    for (let i = 0; i <= steps; i++) {
      if (this.#clearanceM(ax + ((bx - ax) * i) / steps, ay + ((by - ay) * i) / steps) < minM) return false;
    }
    return true;
  }

  /** Metres to the nearest blocked cell's centre, between cell centres by interpolation; −1 at the rim of the floor. */
  #clearanceM(x: number, y: number) {
    const { raster, clearance2 } = this.terrain;
    const { originX, originY, resolution, width, height } = raster;
    const [u, v] = [(x - originX) / resolution - 0.5, height - (y - originY) / resolution - 0.5];
    const [column, row] = [Math.floor(u), Math.floor(v)];
    if (column < 0 || row < 0 || column + 1 >= width || row + 1 >= height) return -1;
    const [right, down, at] = [u - column, v - row, row * width + column];
    const upper = Math.sqrt(clearance2[at]!) * (1 - right) + Math.sqrt(clearance2[at + 1]!) * right;
    const lower =
      Math.sqrt(clearance2[at + width]!) * (1 - right) + Math.sqrt(clearance2[at + width + 1]!) * right;
    return (upper * (1 - down) + lower * down) * resolution;
  }

  /** Whether the robot can drive straight from a to b. */
  clearLine(ax: number, ay: number, bx: number, by: number) {
    return cellsAlong(this.terrain.raster, ax, ay, bx, by, this.#standsAt);
  }

  readonly #standsAt = (column: number, row: number) => {
    const { width, height } = this.terrain.raster;
    return column >= 0 && row >= 0 && column < width && row < height && this.standsOn(row * width + column);
  };

  /** Whether a nav cell is open as a whole. */
  isWhole = (cell: number) => this.navCost[cell] !== 0 && this.#spot[cell] === 0;

  /** Whether a robot can go from one open nav cell to the one beside it. */
  leads(from: number, to: number) {
    if (this.navCost[to] === 0) return false;
    if (this.#spot[from] !== 0 || this.#spot[to] !== 0) {
      return this.clearLine(this.navX(from), this.navY(from), this.navX(to), this.navY(to));
    }
    // Between whole cells only a diagonal step needs a check: it must not cut a closed corner.
    const across = (to % this.navWidth) - (from % this.navWidth);
    const down = Math.floor(to / this.navWidth) - Math.floor(from / this.navWidth);
    return (
      across === 0 || down === 0 || (this.isWhole(from + across) && this.isWhole(from + down * this.navWidth))
    );
  }

  navX(cell: number) {
    const { originX, resolution } = this.terrain.raster;
    const spot = this.#spot[cell]!;
    const within = spot === 0 ? 1 : 0.5 + ((spot - 1) % 2);
    return originX + ((cell % this.navWidth) * 2 + within) * resolution;
  }

  navY(cell: number) {
    const { originY, height, resolution } = this.terrain.raster;
    const spot = this.#spot[cell]!;
    const within = spot === 0 ? 1 : 0.5 + Math.floor((spot - 1) / 2);
    return originY + (height - Math.floor(cell / this.navWidth) * 2 - within) * resolution;
  }

  /** The nav cell that contains a place; −1 outside. */
  navAt(x: number, y: number) {
    const { raster } = this.terrain;
    const [column, row] = [Math.floor(columnAt(raster, x) / 2), Math.floor(rowAt(raster, y) / 2)];
    if (column < 0 || row < 0 || column >= this.navWidth || row >= this.navHeight) return -1;
    return row * this.navWidth + column;
  }

  /**
   * The open nav cell nearest to a place, within `reachM` and, if given, of one region; −1 when there is none. A cell in a
   * straight clear line comes before one behind an edge, because a place on a path may lie slightly off clear floor.
   */
  nearestOpen(x: number, y: number, reachM: number, region = 0) {
    const centre = this.navAt(x, y);
    if (centre < 0) return -1;
    const reach = Math.ceil(reachM / this.navSize);
    const [column, row] = [centre % this.navWidth, Math.floor(centre / this.navWidth)];
    let [best, bestAway, seen] = [-1, Infinity, false];
    for (let r = Math.max(0, row - reach); r <= Math.min(this.navHeight - 1, row + reach); r++) {
      for (let c = Math.max(0, column - reach); c <= Math.min(this.navWidth - 1, column + reach); c++) {
        const cell = r * this.navWidth + c;
        if (this.navCost[cell] === 0 || (region !== 0 && this.region[cell] !== region)) continue;
        const away = Math.hypot(this.navX(cell) - x, this.navY(cell) - y);
        if (away > reachM || (seen && away >= bestAway)) continue;
        const sees = this.strayLine(x, y, this.navX(cell), this.navY(cell));
        if (!sees && (seen || away >= bestAway)) continue;
        [best, bestAway, seen] = [cell, away, sees];
      }
    }
    return best;
  }

  /** The region of a robot that stands about here; 0 when it is walled in. */
  regionAt(x: number, y: number) {
    const cell = this.nearestOpen(x, y, 1.5);
    return cell < 0 ? 0 : this.region[cell]!;
  }
}

/** Numbers the connected parts of the open cells, four neighbours each. */
function regionsOf(footing: Footing) {
  const { navCost, navWidth: width } = footing;
  const region = new Int32Array(navCost.length);
  const queue = new Int32Array(navCost.length);
  let count = 0;
  for (let seed = 0; seed < navCost.length; seed++) {
    if (navCost[seed] === 0 || region[seed] !== 0) continue;
    region[seed] = ++count;
    queue[0] = seed;
    for (let head = 0, tail = 1; head < tail; head++) {
      const cell = queue[head]!;
      const column = cell % width;
      const enter = (next: number) => {
        if (navCost[next] === 0 || region[next] !== 0 || !footing.leads(cell, next)) return;
        region[next] = count;
        queue[tail++] = next;
      };
      if (column > 0) enter(cell - 1);
      if (column < width - 1) enter(cell + 1);
      if (cell >= width) enter(cell - width);
      if (cell + width < navCost.length) enter(cell + width);
    }
  }
  return region;
}

const footings = new WeakMap<Terrain, Map<number, Footing>>();

/** The footing of one robot width on a terrain, shared like the terrain itself. */
export function sharedFooting(terrain: Terrain, widthM: number) {
  const ofTerrain = footings.get(terrain) ?? new Map<number, Footing>();
  footings.set(terrain, ofTerrain);
  const footing = ofTerrain.get(widthM) ?? new Footing(terrain, widthM);
  ofTerrain.set(widthM, footing);
  return footing;
}
