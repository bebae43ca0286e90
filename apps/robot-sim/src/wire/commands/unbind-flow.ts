import { abortOrder } from '../../robot/drive/order-work.ts';
import type { Robot } from '../../robot/robot.ts';
import { defaultSettings } from '../../robot/body/settings.ts';
import type { Journal } from '../connection/journal.ts';
import type { Sections } from '../settings/sections.ts';

/** Maximum wait for acknowledgements; they may never arrive. */
const maxWaitMs = 60_000;

interface UnboundParts {
  robot: Robot;
  journal: Journal;
  sections: Sections;
}

/** Unbinds a robot (docs/protocol/credentials.md#unbinding). It ends once the journal is empty. */
export class UnbindFlow {
  readonly #parts: UnboundParts;
  readonly #onDone: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: UnboundParts, onDone: () => void) {
    this.#parts = parts;
    this.#onDone = onDone;
  }

  /** Deletes the owner's settings at once; pending reports are still sent. Returns what was deleted. */
  begin() {
    const { robot, journal, sections } = this.#parts;
    if (robot.orders.active) abortOrder(robot, 'USER_CANCELED');
    const wiped = {
      settings: Object.keys(robot.settings).length,
      zoneSets: robot.traffic.zoneSets.length,
      sections: Object.keys(sections.reported).length,
      messages: journal.size,
    };
    robot.settings = defaultSettings(robot.spec);
    robot.traffic.keep(() => false);
    robot.frozen = false;
    this.#timer ??= setTimeout(this.#onDone, maxWaitMs).unref();
    return wiped;
  }

  /** Removes acknowledged messages. Unbinding ends when the journal is empty. */
  acknowledge(msgIds: readonly string[]) {
    const { journal } = this.#parts;
    journal.acknowledge(msgIds);
    if (this.#timer === undefined || journal.size > 0) return;
    clearTimeout(this.#timer);
    this.#onDone();
  }
}
