import type { Footing } from './footing.ts';

/** Places in driving order, x and y in turn: `[x0, y0, x1, y1, …]`, metres. */
export type Path = Float64Array;

const straight = 10;
const diagonal = 14;
const sides = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

/** A binary heap of cells by cost. It grows as needed and is reused by the next search. */
class Frontier {
  #cells = new Int32Array(1024);
  #costs = new Float64Array(1024);
  size = 0;

  push(cell: number, cost: number) {
    if (this.size === this.#cells.length) this.#grow();
    let at = this.size++;
    for (let parent; at > 0 && this.#costs[(parent = (at - 1) >> 1)]! > cost; at = parent) {
      this.#cells[at] = this.#cells[parent]!;
      this.#costs[at] = this.#costs[parent]!;
    }
    this.#cells[at] = cell;
    this.#costs[at] = cost;
  }

  pop() {
    const first = this.#cells[0]!;
    const [cell, cost] = [this.#cells[--this.size]!, this.#costs[this.size]!];
    let at = 0;
    for (let child = 1; child < this.size; child = at * 2 + 1) {
      if (child + 1 < this.size && this.#costs[child + 1]! < this.#costs[child]!) child++;
      if (this.#costs[child]! >= cost) break;
      this.#cells[at] = this.#cells[child]!;
      this.#costs[at] = this.#costs[child]!;
      at = child;
    }
    this.#cells[at] = cell;
    this.#costs[at] = cost;
    return first;
  }

  #grow() {
    const [cells, costs] = [this.#cells, this.#costs];
    this.#cells = new Int32Array(cells.length * 2);
    this.#costs = new Float64Array(cells.length * 2);
    this.#cells.set(cells);
    this.#costs.set(costs);
  }
}

/** Search data per cell, reused between searches: a stamp marks the entries of the current search. */
interface Memory {
  search: number;
  stamp: Uint32Array;
  cost: Float64Array;
  parent: Int32Array;
}
const memories = new WeakMap<Footing, Memory>();
const frontier = new Frontier();

function memoryOf(footing: Footing): Memory {
  const size = footing.navCost.length;
  const memory = memories.get(footing) ?? {
    search: 0,
    stamp: new Uint32Array(size),
    cost: new Float64Array(size),
    parent: new Int32Array(size),
  };
  memories.set(footing, memory);
  return memory;
}

/** A* over the nav grid, eight neighbours, never cutting a corner. Cells from start to goal. */
function search(footing: Footing, start: number, goal: number): number[] | undefined {
  const { navCost, navWidth: width } = footing;
  const memory = memoryOf(footing);
  const { stamp, cost, parent } = memory;
  const round = ++memory.search;
  const [goalColumn, goalRow] = [goal % width, Math.floor(goal / width)];
  const guess = (column: number, row: number) => {
    const [dx, dy] = [Math.abs(column - goalColumn), Math.abs(row - goalRow)];
    return straight * Math.max(dx, dy) + (diagonal - straight) * Math.min(dx, dy);
  };
  frontier.size = 0;
  stamp[start] = round;
  cost[start] = 0;
  parent[start] = -1;
  frontier.push(start, 0);
  while (frontier.size > 0) {
    const cell = frontier.pop();
    if (cell === goal) return unwind(parent, goal);
    const [column, row] = [cell % width, Math.floor(cell / width)];
    for (const [dx, dy] of sides) {
      const [c, r] = [column + dx, row + dy];
      if (c < 0 || r < 0 || c >= width || r >= footing.navHeight) continue;
      const next = r * width + c;
      const entering = navCost[next]!;
      if (entering === 0) continue;
      const reached = cost[cell]! + ((dx !== 0 && dy !== 0 ? diagonal : straight) * entering) / 10;
      if (stamp[next] === round && cost[next]! <= reached) continue;
      if (!footing.leads(cell, next)) continue;
      stamp[next] = round;
      cost[next] = reached;
      parent[next] = cell;
      frontier.push(next, reached + guess(c, r));
    }
  }
  return undefined;
}

function unwind(parent: Int32Array, goal: number) {
  const cells = [];
  for (let cell = goal; cell >= 0; cell = parent[cell]!) cells.push(cell);
  return cells.reverse();
}

/** Maximum distance of a start or goal from the nearest open cell: a dock stands closer to its wall than routes run. */
const snapM = 1.5;

/** A drivable path from a to b with needless corners removed; undefined when there is none. */
export function routeBetween(footing: Footing, ax: number, ay: number, bx: number, by: number) {
  if (footing.clearLine(ax, ay, bx, by)) return Float64Array.of(ax, ay, bx, by);
  const start = footing.nearestOpen(ax, ay, snapM);
  if (start < 0) return undefined;
  const goal = footing.nearestOpen(bx, by, snapM, footing.region[start]!);
  const cells = goal < 0 ? undefined : search(footing, start, goal);
  if (!cells) return undefined;
  const xs = [ax, ...cells.map((cell) => footing.navX(cell)), bx];
  const ys = [ay, ...cells.map((cell) => footing.navY(cell)), by];
  return pulledTight(footing, xs, ys);
}

/** Removes every place that a straight line can bypass. */
function pulledTight(footing: Footing, xs: readonly number[], ys: readonly number[]): Path {
  const corners = [0];
  for (let at = 0; at < xs.length - 1;) {
    let next = at + 1;
    // The stride doubles, so that not every shorter line is checked.
    for (let stride = 1; ; stride *= 2) {
      const further = Math.min(xs.length - 1, next + stride);
      if (further === next || !footing.clearLine(xs[at]!, ys[at]!, xs[further]!, ys[further]!)) break;
      next = further;
    }
    while (next + 1 < xs.length && footing.clearLine(xs[at]!, ys[at]!, xs[next + 1]!, ys[next + 1]!)) next++;
    corners.push(next);
    at = next;
  }
  return Float64Array.from(corners.flatMap((i) => [xs[i]!, ys[i]!]));
}

export function pathLength(path: Path) {
  let length = 0;
  for (let i = 2; i < path.length; i += 2) {
    length += Math.hypot(path[i]! - path[i - 2]!, path[i + 1]! - path[i - 1]!);
  }
  return length;
}
