import { eventSlots, promotionSlots, volumeAt } from '@sweepline/contract/robot';
import type { Robot } from '../robot.ts';

/** The length of the chime that each slot has at delivery. */
const chimeS = 2;

/** The files that take the place of the chimes. */
interface SoundFiles {
  /** The length of the file in a slot; undefined for the chime. */
  secondsOf: (slot: string) => number | undefined;
  /** The sound of a slot begins. */
  played: (slot: string) => void;
}

/** The sounds of alarms. */
const slotOfAlarm: Readonly<Record<string, string>> = {
  '30101': 'LOW_BATTERY',
  '30102': 'LOW_BATTERY',
  '40202': 'OBSTACLE',
};

/** A sound that a robot plays now. */
interface Playing {
  slot: string;
  seconds: number;
  volume: number;
  endsMs: number;
}

export const slotsOf = ({ spec }: Robot): readonly string[] =>
  spec.cleaner
    ? [...eventSlots, ...promotionSlots].filter(
        (slot) => !slot.startsWith('LIFT_') || spec.cleaner?.capabilities.includes('lift'),
      )
    : [];

/** The speaker of a robot: one sound at a time, in its real length, as loud as settings and quiet hours allow. */
export class Sounds {
  readonly #robot: Robot;
  #playing: Playing | undefined;
  files: SoundFiles = { secondsOf: () => undefined, played: () => undefined };

  constructor(robot: Robot) {
    this.#robot = robot;
  }

  #nowMs = () => Date.parse(this.#robot.timestamp());

  get playing(): Playing | undefined {
    return this.#playing && this.#playing.endsMs > this.#nowMs() ? this.#playing : undefined;
  }

  has = (slot: string): boolean => slotsOf(this.#robot).includes(slot);

  secondsOf = (slot: string): number => this.files.secondsOf(slot) ?? chimeS;

  /** The volume of a sound that asks for `percent`: quiet hours and the setting are limits. */
  volume = (percent = 100): number => Math.min(percent, volumeAt(this.#robot.settings, this.#nowMs()));

  /** Plays a slot in place of what plays now; undefined if it would be silent. */
  play(slot: string, percent?: number): Playing | undefined {
    const volume = this.volume(percent);
    if (volume === 0 || !this.has(slot)) return undefined;
    const seconds = this.secondsOf(slot);
    this.#playing = { slot, seconds, volume, endsMs: this.#nowMs() + seconds * 1000 };
    this.files.played(slot);
    return this.#playing;
  }

  /** The robot speaks by itself, unless it speaks already. */
  say(slot: string): void {
    if (!this.playing) this.play(slot);
  }

  /** An alarm that people near the robot should hear of. */
  warn(code: string): void {
    const slot = slotOfAlarm[code];
    if (slot !== undefined) this.say(slot);
  }

  stop(): void {
    this.#playing = undefined;
  }
}
