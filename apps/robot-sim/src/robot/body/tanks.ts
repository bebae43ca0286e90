import { between, type Random } from '../../random.ts';
import { gathersDust, usesWater, type RobotSpec } from '../spec.ts';

/** The fill levels of a robot: litres, and a percentage for dust bag and detergent. */
export interface TankLevels {
  cleanL: number;
  dirtyL: number;
  dustPct: number;
  detergentPct: number;
}

/** Grams of dust per square metre of floor, and per litre of dust bag. */
const dustGramsPerM2 = 2;
const bagGramsPerL = 900;
/** Litres per minute at the station, in and out at the same time. */
const replenishLpm = 8;

export class Tanks {
  readonly #spec: RobotSpec;
  readonly levels: TankLevels;

  constructor(spec: RobotSpec, random: Random, levels?: TankLevels) {
    this.#spec = spec;
    this.levels = levels ?? {
      cleanL: (spec.cleaner?.cleanTankL ?? 0) * between(random, 0.6, 1),
      dirtyL: (spec.cleaner?.dirtyTankL ?? 0) * between(random, 0, 0.25),
      dustPct: between(random, 2, 35),
      detergentPct: between(random, 40, 100),
    };
  }

  get cleanPct() {
    return percentOf(this.levels.cleanL, this.#spec.cleaner?.cleanTankL);
  }

  get dirtyPct() {
    return percentOf(this.levels.dirtyL, this.#spec.cleaner?.dirtyTankL);
  }

  /** Undefined for a model without a bag. */
  get dustPct() {
    return (this.#spec.cleaner?.dustBagL ?? 0) > 0 ? this.levels.dustPct : undefined;
  }

  get detergentPct() {
    return this.#spec.cleaner?.capabilities.includes('detergent') ? this.levels.detergentPct : undefined;
  }

  /** Consumes water and collects dust. Returns the litres of clean water used and of dirty water collected. */
  use(seconds: number, cleaningMode: string, waterLevel: number, cleanedM2: number) {
    const used = { waterL: 0, dirtyL: 0 };
    const model = this.#spec.cleaner;
    if (!model) return used;
    if (usesWater(cleaningMode)) {
      const flow = this.#spec.flowLpm[Math.min(3, Math.max(1, waterLevel)) - 1]!;
      used.waterL = Math.min(this.levels.cleanL, (flow * seconds) / 60);
      this.levels.cleanL -= used.waterL;
      used.dirtyL =
        model.dirtyTankL > 0 ? Math.min(model.dirtyTankL - this.levels.dirtyL, used.waterL * 0.85) : 0;
      this.levels.dirtyL += used.dirtyL;
      this.levels.detergentPct = Math.max(0, this.levels.detergentPct - used.waterL * 0.12);
    }
    if (gathersDust(cleaningMode) && model.dustBagL > 0) {
      const grams = cleanedM2 * dustGramsPerM2;
      this.levels.dustPct = Math.min(
        100,
        this.levels.dustPct + (100 * grams) / (model.dustBagL * bagGramsPerL),
      );
    }
    return used;
  }

  /** Fills and empties at a station. True once all levels are done. */
  replenish(seconds: number) {
    const model = this.#spec.cleaner;
    if (!model) return true;
    const litres = (replenishLpm * seconds) / 60;
    this.levels.cleanL = Math.min(model.cleanTankL, this.levels.cleanL + litres);
    this.levels.dirtyL = Math.max(0, this.levels.dirtyL - litres);
    this.levels.dustPct = Math.max(0, this.levels.dustPct - 4 * seconds);
    this.levels.detergentPct = Math.min(100, this.levels.detergentPct + seconds);
    return this.levels.cleanL >= model.cleanTankL && this.levels.dirtyL <= 0 && this.levels.dustPct <= 0;
  }
}

const percentOf = (litres: number, tankL: number | undefined) =>
  tankL ? Math.min(100, Math.max(0, (litres / tankL) * 100)) : undefined;
