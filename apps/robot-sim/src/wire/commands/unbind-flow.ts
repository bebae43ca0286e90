import { breakOff } from '../../robot/drive/order-work.ts';
import type { Robot } from '../../robot/robot.ts';
import { defaultSettings } from '../../robot/body/settings.ts';
import type { Journal } from '../connection/journal.ts';
import type { Sections } from '../settings/sections.ts';

/** Whoever put it out may not have been able to say so. */
const withinMs = 60_000;

interface Leaver {
  robot: Robot;
  journal: Journal;
  sections: Sections;
}

/** A robot that is being unbound (2.23): it forgets its owner, and is gone once the word of that is out. */
export class UnbindFlow {
  readonly #leaver: Leaver;
  readonly #gone: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(leaver: Leaver, gone: () => void) {
    this.#leaver = leaver;
    this.#gone = gone;
  }

  /** What is its owner's goes at once; reports that are still to be sent go out before. Answers what was wiped. */
  begin() {
    const { robot, journal, sections } = this.#leaver;
    if (robot.book.active) breakOff(robot, 'USER_CANCELED');
    const wiped = {
      settings: Object.keys(robot.settings).length,
      zoneSets: robot.zoneSets.length,
      sections: Object.keys(sections.reported).length,
      messages: journal.size,
    };
    robot.settings = defaultSettings(robot.spec);
    robot.zoneSets = [];
    robot.frozen = false;
    this.#timer ??= setTimeout(this.#gone, withinMs).unref();
    return wiped;
  }

  /** What the server has stored. When that is all there was, nothing holds a robot that is leaving. */
  acknowledge(msgIds: readonly string[]) {
    const { journal } = this.#leaver;
    journal.acknowledge(msgIds);
    if (this.#timer === undefined || journal.size > 0) return;
    clearTimeout(this.#timer);
    this.#gone();
  }
}
