import type { OrderV3 } from '@sweepline/contract/robot';
import { polygonArea } from '@sweepline/map-core';
import { between, pick, randomFrom, seedFor, type Random } from '../../random.ts';
import type { MapPolygon } from '../../world/world.ts';
import { newId } from '../ids.ts';
import { ownOrder } from '../drive/own-order.ts';
import type { Robot } from '../robot.ts';
import { goHome } from './servicing.ts';

/** The actions of a person at the robot. */
export interface Hmi {
  robot: Robot;
  order: (order: OrderV3, by: string) => void;
  stop: () => void;
}

const staff = ['Mei', 'Jonas', 'Aylin', 'Hiro', 'Sofia'];

/**
 * Simulates a person at the robot's screen: starts a run now and then, sometimes pauses or stops one, and sends an idle
 * robot home, so that an unattended demo floor has activity.
 */
export class LocalOperator {
  readonly #hmi: Hmi;
  readonly #random: Random;
  #waitS: number;
  #pauseS = 0;
  #resumeS = 0;

  constructor(hmi: Hmi, seed: number) {
    this.#hmi = hmi;
    this.#random = randomFrom(seedFor(`${hmi.robot.sn} habit`, seed));
    this.#waitS = between(this.#random, 10, 240);
  }

  /** Simulated seconds. */
  advance(seconds: number) {
    const { robot } = this.#hmi;
    if (robot.teleop.open) return;
    if (robot.run?.origin === 'HMI') return this.#during(seconds);
    const ready = ['STANDBY', 'CHARGING'].includes(robot.mode) && robot.activity.idle && !robot.immobile;
    if (!ready) return;
    this.#waitS -= seconds;
    if (this.#waitS > 0 || robot.power.socPct < 35) return;
    this.#waitS = between(this.#random, 120, 900);
    if (robot.power.docked || robot.usage.idleS < 300) this.#start();
    else robot.activity.start(goHome(robot));
  }

  /** One run in six is paused for a minute; one in thirty is stopped. */
  #during(seconds: number) {
    const { robot } = this.#hmi;
    if (robot.pause.by !== undefined) {
      if ((this.#resumeS -= seconds) <= 0) robot.pause.end();
      return;
    }
    if (robot.run?.phase !== 'CLEANING' || (this.#pauseS -= seconds) > 0) return;
    this.#pauseS = between(this.#random, 300, 900);
    const dice = this.#random();
    if (dice < 1 / 30) this.#hmi.stop();
    else if (dice < 1 / 6) {
      this.#resumeS = between(this.#random, 20, 90);
      robot.pause.begin(robot.run.by ?? 'HMI');
    }
  }

  #start() {
    const { robot, order } = this.#hmi;
    const area = this.#area();
    if (!area || !robot.spec.cleaner || !robot.dock) return;
    this.#pauseS = between(this.#random, 120, 600);
    order(this.#orderFor(area), pick(this.#random, staff) ?? 'HMI');
  }

  /** An area that this robot can clean within an hour, if there is one. */
  #area(): MapPolygon | undefined {
    const { spec, cruiseMps, world } = this.#hmi.robot;
    const m2PerS = cruiseMps * (spec.cleaningWidthM - 0.05) * 0.6;
    const areas = world.elements.polygons
      .filter(({ type }) => type === 'CLEAN')
      .map((area) => ({ area, seconds: polygonArea(area.points) / m2PerS }))
      .sort((a, b) => a.seconds - b.seconds);
    const short = areas.filter(({ seconds }) => seconds < 3600);
    return pick(this.#random, short.length > 0 ? short : areas.slice(0, 1))?.area;
  }

  #orderFor({ id, name, points }: MapPolygon): OrderV3 {
    const { cleaner } = this.#hmi.robot.spec;
    const cleaningMode = pick(this.#random, cleaner?.cleaningModes ?? []);
    const strength = pick(this.#random, cleaner?.strengths ?? []);
    const area = { areaId: id, points, cleaningMode, strength, repetitions: 1 };
    const pattern = this.#random() < 0.5 ? 'EDGE_THEN_FILL' : 'BOUSTROPHEDON';
    return ownOrder(this.#hmi.robot, newId(), name, { areas: [area], pattern, home: true });
  }
}
