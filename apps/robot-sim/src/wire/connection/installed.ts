import type { Disk } from './disk.ts';

type Parts = Record<string, string>;

const files = { now: 'installed.json', next: 'next.json' };

/** What was installed on a robot since it left the factory. What is put there takes effect when its computer starts again. */
export class Installed {
  readonly parts: Parts;
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
    // Both are written by this class only, or by whoever stands in for an installer.
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
