import { createHash } from 'node:crypto';
import { canonicalJson, isRecord, type XDesired, type XResponse } from '@sweepline/contract/robot';
import { z } from 'zod';
import type { Robot } from '../../robot/robot.ts';
import { takeSettings, toldSettings, withSettings } from '../../robot/body/settings.ts';
import type { Disk } from '../connection/disk.ts';
import type { Upload } from '../messages/reports.ts';
import { SectionPushes } from './section-pushes.ts';

/** What a robot says of a section of its configuration (2.1.4). */
export interface Reported {
  version: number;
  hash: string;
  status: 'APPLIED' | 'PENDING' | 'FAILED' | 'LOCAL';
  code?: string;
  at: string;
  baseVersion?: number;
}

export const hashOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Fetches a section too long to be sent along. */
export type FetchSection = (name: string, version: number) => Promise<unknown>;
interface SectionSetup {
  robot: Robot;
  disk: Disk;
  fetchSection: FetchSection;
  /** Brings a section too long to be sent along; without it everything is. */
  upload?: Upload | undefined;
  inlineBytes?: number | undefined;
  /** Something changed: it is put on the disk and told. */
  changed: () => void;
  ask: (body: Record<string, unknown>) => void;
  /** Tasks and schedules; false when they make no sense. */
  plans: (name: 'tasks' | 'schedules', document: unknown, nowMs: number) => boolean;
}

const file = 'sections.json';

const between = (least: number, most: number) => z.number().min(least).max(most);
const limitsDocument = z.record(
  z.string(),
  z.object({ lifeHours: between(1, 10_000), warnPct: between(1, 50), blockPct: between(0, 20) }),
);

/** Takes over the desired configuration, section by section, and tells what was set at the robot itself. */
export class Sections {
  readonly #setup: SectionSetup;
  readonly #pushes: SectionPushes;
  readonly reported: Record<string, Reported>;

  constructor(setup: SectionSetup) {
    this.#setup = setup;
    // Written by this class only.
    this.reported = (setup.disk.read(file) as Record<string, Reported> | undefined) ?? {};
    this.#pushes = new SectionPushes(setup);
  }

  #told = () => toldSettings(this.#setup.robot.spec, this.#setup.robot.settings);

  /** The first time it is heard, it says what it has. What nobody answered yet is asked again. */
  connected(nowMs: number) {
    if (!this.#setup.robot.spec.cleaner) return;
    if (!this.reported['settings']) {
      const document = this.#told();
      this.#report('settings', { version: 0, hash: hashOf(document), status: 'APPLIED', at: iso(nowMs) });
      this.#pushes.add(0, document, hashOf(document));
    }
    this.#pushes.reconnected();
    this.#pushes.tick(nowMs);
  }

  tick(nowMs: number) {
    this.#pushes.tick(nowMs);
  }

  take({ sections }: XDesired, nowMs: number) {
    for (const [name, { version, hash, inline }] of Object.entries(sections)) {
      const known = this.reported[name];
      if (known?.version === version && known.hash === hash && known.status === 'APPLIED') {
        // Sent again: the server does not know that it is here.
        this.#setup.changed();
        continue;
      }
      if (known?.status === 'LOCAL' && !this.#givesWay(name, known, version, hash, nowMs)) continue;
      if (inline !== undefined) {
        this.#apply(name, version, hash, inline, nowMs);
        continue;
      }
      this.#report(name, { version, hash, status: 'PENDING', at: iso(nowMs) });
      this.#setup.fetchSection(name, version).then(
        (document) => this.#apply(name, version, hash, document, nowMs),
        () => this.#fail(name, version, hash, 'DOWNLOAD', nowMs),
      );
    }
  }

  /** Whether what was set here makes way. Its copy is on its way to the server in any case. */
  #givesWay(name: string, known: Reported, version: number, hash: string, nowMs: number): boolean {
    if (version <= (known.baseVersion ?? 0)) return false;
    if (hash !== this.#pushes.hash || hash === known.hash) {
      if (hash !== known.hash && !this.#pushes.has(known.hash))
        this.#pushes.copy(known.baseVersion ?? 0, this.#told(), known.hash);
      return true;
    }
    // What was pushed became this version, and there was another edit since: it now stands on this version.
    this.#edited(name, version, nowMs);
    return false;
  }

  /** Set at the robot's screen; the name of the first that cannot be, if there is one. */
  edit(values: Record<string, unknown>, nowMs: number): string | undefined {
    const { robot } = this.#setup;
    const next = withSettings(robot.spec, robot.settings, values);
    if (!next.settings) return next.fault;
    takeSettings(robot, next.settings);
    this.editedHere(nowMs);
    return undefined;
  }

  /** The robot's settings are no longer what the server told it. */
  editedHere(nowMs: number) {
    const known = this.reported['settings'];
    const baseVersion = known?.status === 'LOCAL' ? known.baseVersion : known?.version;
    this.#edited('settings', baseVersion ?? 0, nowMs);
  }

  #edited(name: string, baseVersion: number, nowMs: number) {
    const document = this.#told();
    const hash = hashOf(document);
    this.#report(name, { version: baseVersion, hash, status: 'LOCAL', baseVersion, at: iso(nowMs) });
    this.#pushes.add(baseVersion, document, hash);
    this.#pushes.tick(nowMs);
  }

  answered(response: XResponse, nowMs: number) {
    const pushed = this.#pushes.answered(response);
    const known = this.reported['settings'];
    if (!pushed || !known) return;
    const version = Number(response.result?.['version']);
    const accepted = response.result?.['accepted'] === true && Number.isInteger(version);
    if (!accepted) {
      if (known.status === 'LOCAL' && known.hash !== pushed.hash)
        this.#pushes.add(known.baseVersion ?? 0, this.#told(), known.hash);
      return;
    }
    if (known.version > version) return;
    // The first word may have been joined with wishes: then the next message brings them.
    if (known.hash === pushed.hash)
      this.#report('settings', { version, hash: pushed.hash, status: 'APPLIED', at: iso(nowMs) });
    else if (known.status === 'LOCAL') this.#edited('settings', version, nowMs);
  }

  #apply(name: string, version: number, hash: string, document: unknown, nowMs: number) {
    if (hashOf(document) !== hash) return this.#fail(name, version, hash, 'HASH', nowMs);
    if (name === 'settings' && !this.#applySettings(document)) {
      return this.#fail(name, version, hash, 'BAD_PARAMS', nowMs);
    }
    if ((name === 'tasks' || name === 'schedules') && !this.#setup.plans(name, document, nowMs)) {
      return this.#fail(name, version, hash, 'BAD_PARAMS', nowMs);
    }
    if (name === 'consumables' && !this.#applyLimits(document)) {
      return this.#fail(name, version, hash, 'BAD_PARAMS', nowMs);
    }
    this.#report(name, { version, hash, status: 'APPLIED', at: iso(nowMs) });
  }

  #applySettings(document: unknown) {
    if (!isRecord(document)) return false;
    const { robot } = this.#setup;
    const next = withSettings(robot.spec, robot.settings, document);
    if (!next.settings) return false;
    takeSettings(robot, next.settings);
    return true;
  }

  /** All of it or nothing: a part it does not have, or a number beyond its range, is refused (2.11). */
  #applyLimits(document: unknown) {
    const { wear } = this.#setup.robot;
    const known = new Set(wear.items.map(({ id }) => id));
    const limits = limitsDocument.safeParse(document);
    if (!limits.success || Object.keys(limits.data).some((id) => !known.has(id))) return false;
    for (const [id, limit] of Object.entries(limits.data)) wear.limit(id, limit);
    return true;
  }

  #fail(name: string, version: number, hash: string, code: string, nowMs: number) {
    this.#report(name, { version, hash, status: 'FAILED', code, at: iso(nowMs) });
  }

  #report(name: string, section: Reported) {
    this.reported[name] = section;
    this.#setup.changed();
    this.#setup.disk.write(file, this.reported);
  }
}

const iso = (ms: number) => new Date(ms).toISOString();
