import type { Disk } from './disk.ts';

type Parts = Record<string, string>;

const files = { now: 'installed.json', next: 'next.json' };

/** Software versions installed on a robot after delivery. A new version takes effect at the next boot. */
export class Installed {
  readonly parts: Parts;
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
    // Both files are written by this class only.
    const now = (disk.read(files.now) ?? {}) as Parts;
    const next = disk.read(files.next) as Parts | null | undefined;
    this.parts = { ...now, ...next };
    if (!next) return;
    disk.write(files.now, this.parts);
    disk.write(files.next, null);
  }

  put(parts: Parts) {
    this.#disk.write(files.next, parts);
  }
}
