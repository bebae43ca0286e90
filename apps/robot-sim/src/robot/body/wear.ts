import { isFilled } from '@sweepline/contract/robot';
import { between, type Random } from '../../random.ts';
import type { RobotSpec } from '../spec.ts';

export interface Consumable {
  id: string;
  name: string;
  usedHours: number;
  lifeHours: number;
  resets: number;
  lastResetAt?: string;
  /** Remaining percent at which a warning is raised; undefined means the default. */
  warnPct?: number;
  /** Remaining percent at which the part counts as used up; undefined means 0. */
  blockPct?: number;
}

type Limits = Partial<Pick<Consumable, 'lifeHours' | 'warnPct' | 'blockPct'>>;

const kinds: Record<string, { name: string; lifeHours: number }> = {
  sideBrush: { name: 'Side brush', lifeHours: 200 },
  mainBrush: { name: 'Main brush', lifeHours: 350 },
  filter: { name: 'Filter', lifeHours: 400 },
  mopCloth: { name: 'Mop cloth', lifeHours: 80 },
  mopRoller: { name: 'Mop roller', lifeHours: 300 },
  squeegee: { name: 'Squeegee', lifeHours: 250 },
  discBrush: { name: 'Disc brush', lifeHours: 300 },
  squeegeeFront: { name: 'Squeegee, front', lifeHours: 250 },
  squeegeeRear: { name: 'Squeegee, rear', lifeHours: 250 },
};

/** The parts that wear; each model has some of them. */
export const wearingParts: readonly string[] = Object.keys(kinds);

/** Parts that wear with working hours (docs/protocol/settings.md#consumables). */
export class Wear {
  readonly items: Consumable[];

  /** `remaining` has the remaining percent of a new robot's parts by id; the others are worn at random. */
  constructor(
    spec: RobotSpec,
    random: Random,
    remaining: Readonly<Record<string, number>> = {},
    items?: Consumable[],
  ) {
    this.items =
      items ??
      (spec.cleaner?.consumables ?? [])
        .filter((id) => !isFilled(id))
        .map((id) => {
          const { name, lifeHours } = kinds[id] ?? { name: id, lifeHours: 300 };
          const worn = between(random, 0.05, 0.75);
          const left = remaining[id];
          const used = left === undefined ? worn : 1 - left / 100;
          return { id, name, lifeHours, usedHours: lifeHours * used, resets: 0 };
        });
  }

  /** Adds working time to all parts; `factor` is the wear factor of the strength. */
  use(seconds: number, factor: number) {
    for (const item of this.items) {
      item.usedHours = Math.min(item.lifeHours, item.usedHours + (seconds / 3600) * factor);
    }
  }

  /** Resets a replaced part. Returns undefined when the robot has no such part. */
  reset(id: string, at: string, lifeHours?: number) {
    const item = this.items.find((it) => it.id === id);
    if (!item) return undefined;
    item.usedHours = 0;
    item.resets++;
    item.lastResetAt = at;
    if (lifeHours !== undefined) item.lifeHours = lifeHours;
    return { id, remainingPct: 100 };
  }

  /** Sets lifetime or limits of a part. */
  limit(id: string, limits: Limits) {
    const item = this.items.find((it) => it.id === id);
    if (item) Object.assign(item, limits);
  }

  /** Whether a part is too worn for cleaning. */
  get exhausted() {
    return this.items.some((item) => remainingPct(item) <= (item.blockPct ?? 0));
  }
}

/** Remaining percent with one decimal, as sent. */
export const remainingPct = ({ usedHours, lifeHours }: Consumable) =>
  Math.round(Math.max(0, 1 - usedHours / lifeHours) * 1000) / 10;
