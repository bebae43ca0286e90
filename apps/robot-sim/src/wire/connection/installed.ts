import type { Disk } from './disk.ts';

type Parts = Record<string, string>;
export type Slot = 'A' | 'B';

interface Slots {
  /** The slot that the next start uses, and the one that passed its self-test. They differ during a trial. */
  starts: Slot;
  committed: Slot;
  /** Starts of the trial so far. */
  trials: number;
  parts: Record<Slot, Parts>;
  /** Parts outside the slots: the screen. */
  other: Parts;
  /** Versions below these are not installed any more, by part. */
  minimum: Parts;
}

const file = 'slots.json';
const maxTrials = 3;
const first: Slots = {
  starts: 'A',
  committed: 'A',
  trials: 0,
  parts: { A: {}, B: {} },
  other: {},
  minimum: {},
};

/**
 * Software installed after delivery, in two slots. The document is replaced as a whole, so a power cut leaves the old or the new one:
 * the robot always starts from one slot.
 */
export class Installed {
  readonly #disk: Disk;
  #slots: Slots;

  constructor(disk: Disk) {
    this.#disk = disk;
    // Written by this class only.
    this.#slots = (disk.read(file) as Slots | null | undefined) ?? first;
    if (!this.onTrial) return;
    if (this.#slots.trials >= maxTrials) this.revert();
    else this.#save({ trials: this.#slots.trials + 1 });
  }

  /** The versions that run now. */
  get parts(): Parts {
    return { ...this.#slots.parts[this.#slots.starts], ...this.#slots.other };
  }

  /** Whether an uncommitted slot runs. */
  get onTrial(): boolean {
    return this.#slots.starts !== this.#slots.committed;
  }

  /** The slot that does not run: an update is written into it. */
  get spare(): Slot {
    return this.#slots.committed === 'A' ? 'B' : 'A';
  }

  minimumOf = (part: string): string | undefined => this.#slots.minimum[part];

  /** The next start uses the spare slot with these versions. */
  tryOut(parts: Parts) {
    const { committed, parts: slots } = this.#slots;
    const next = { ...slots, [this.spare]: { ...slots[committed], ...parts } };
    this.#save({ starts: this.spare, trials: 0, parts: next });
  }

  commit(minimum: Parts) {
    const { starts, minimum: earlier } = this.#slots;
    this.#save({ committed: starts, trials: 0, minimum: { ...earlier, ...minimum } });
  }

  /** The next start uses the committed slot again. */
  revert() {
    this.#save({ starts: this.#slots.committed, trials: 0 });
  }

  /** Replaces a part outside the slots at once. */
  put(parts: Parts, minimum: Parts) {
    const { other, minimum: earlier } = this.#slots;
    this.#save({ other: { ...other, ...parts }, minimum: { ...earlier, ...minimum } });
  }

  #save(change: Partial<Slots>) {
    this.#slots = { ...this.#slots, ...change };
    this.#disk.write(file, this.#slots);
  }
}
