import { createHash } from 'node:crypto';
import type { XDesired } from '@sweepline/contract/robot';
import type { Robot } from '../robot/robot.ts';
import { withSettings } from '../robot/settings.ts';
import type { Disk } from './disk.ts';

/** What a robot says of a section of its configuration (2.1.4). */
export interface Reported {
  version: number;
  hash: string;
  status: 'APPLIED' | 'PENDING' | 'FAILED';
  code?: string;
  at: string;
}

/** RFC 8785 as far as JSON made by machines needs it: keys in order, no blanks. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}

export const hashOf = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fetches a section too long to be sent along. */
export type FetchSection = (name: string, version: number) => Promise<unknown>;

const file = 'sections.json';

/** Takes over the desired configuration, section by section, and remembers what was applied. */
export class Sections {
  readonly #robot: Robot;
  readonly #disk: Disk;
  readonly #fetch: FetchSection;
  readonly #told: () => void;
  readonly reported: Record<string, Reported>;

  constructor(robot: Robot, disk: Disk, fetchSection: FetchSection, told: () => void) {
    this.#robot = robot;
    this.#disk = disk;
    this.#fetch = fetchSection;
    this.#told = told;
    // Written by this class only.
    this.reported = (disk.read(file) as Record<string, Reported> | undefined) ?? {};
  }

  take({ sections }: XDesired, nowMs: number) {
    for (const [name, { version, hash, inline }] of Object.entries(sections)) {
      const known = this.reported[name];
      if (known?.version === version && known.hash === hash && known.status === 'APPLIED') continue;
      if (inline !== undefined) {
        this.#apply(name, version, hash, inline, nowMs);
        continue;
      }
      this.#report(name, { version, hash, status: 'PENDING', at: new Date(nowMs).toISOString() });
      this.#fetch(name, version).then(
        (document) => this.#apply(name, version, hash, document, nowMs),
        () => this.#fail(name, version, hash, 'DOWNLOAD', nowMs),
      );
    }
  }

  #apply(name: string, version: number, hash: string, document: unknown, nowMs: number) {
    if (hashOf(document) !== hash) return this.#fail(name, version, hash, 'HASH', nowMs);
    if (name === 'settings' && !this.#applySettings(document)) {
      return this.#fail(name, version, hash, 'BAD_PARAMS', nowMs);
    }
    if (name === 'consumables') this.#applyLives(document);
    this.#report(name, { version, hash, status: 'APPLIED', at: new Date(nowMs).toISOString() });
  }

  #applySettings(document: unknown) {
    if (!isRecord(document)) return false;
    const next = withSettings(this.#robot.spec, this.#robot.settings, document);
    if (!next.settings) return false;
    this.#robot.settings = next.settings;
    this.#robot.battery.limitPct = next.settings.chargeLimit;
    return true;
  }

  #applyLives(document: unknown) {
    if (!isRecord(document)) return;
    for (const item of this.#robot.wear.items) {
      const wanted = document[item.id];
      if (isRecord(wanted) && typeof wanted['lifeHours'] === 'number') item.lifeHours = wanted['lifeHours'];
    }
  }

  #fail(name: string, version: number, hash: string, code: string, nowMs: number) {
    this.#report(name, { version, hash, status: 'FAILED', code, at: new Date(nowMs).toISOString() });
  }

  #report(name: string, section: Reported) {
    this.reported[name] = section;
    this.#disk.write(file, this.reported);
    this.#told();
  }
}
