import { createHash } from 'node:crypto';
import { canonicalJson, isRecord, type XDesired, type XResponse } from '@sweepline/contract/robot';
import { z } from 'zod';
import type { Robot } from '../../robot/robot.ts';
import { applySettings, reportedSettings, withSettings } from '../../robot/body/settings.ts';
import type { AudioOutcome } from '../audio/audio-files.ts';
import type { Disk } from '../connection/disk.ts';
import type { RobotJobs } from '../jobs/jobs-of.ts';
import type { Upload } from '../messages/reports.ts';
import { SectionPushes } from './section-pushes.ts';

/** The reported state of a configuration section (docs/protocol/settings.md#states-of-a-section). */
export interface Reported {
  version: number;
  hash: string;
  status: 'APPLIED' | 'PENDING' | 'FAILED' | 'LOCAL';
  code?: string;
  at: string;
  baseVersion?: number;
}

export const hashOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Fetches a section that is too long for a message. */
export type FetchSection = (name: string, version: number) => Promise<unknown>;
interface SectionSetup {
  robot: Robot;
  disk: Disk;
  fetchSection: FetchSection;
  /** Uploads a section that is too long for a message; without it all sections are sent inline. */
  upload?: Upload | undefined;
  inlineBytes?: number | undefined;
  /** Called after a change: the state is saved and reported. */
  changed: () => void;
  ask: (body: Record<string, unknown>) => void;
  /** Applies tasks and schedules; false when they are invalid. */
  plans: (name: 'tasks' | 'schedules', document: unknown, nowMs: number) => boolean;
  /** Apply the sections `ai` and `audio`. */
  jobs: () => Pick<RobotJobs, 'collections' | 'audio'>;
}

const file = 'sections.json';

const between = (min: number, max: number) => z.number().min(min).max(max);
const limitsDocument = z.record(
  z.string(),
  z.object({ lifeHours: between(1, 10_000), warnPct: between(1, 50), blockPct: between(0, 20) }),
);

/** Applies desired sections and pushes local edits (docs/protocol/settings.md#desired-and-reported). */
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

  #document = () => reportedSettings(this.#setup.robot.spec, this.#setup.robot.settings);

  /** At the first connection the settings are pushed. Unanswered pushes are repeated. */
  connected(nowMs: number) {
    if (!this.#setup.robot.spec.cleaner) return;
    if (!this.reported['settings']) {
      const document = this.#document();
      this.#report('settings', { version: 0, hash: hashOf(document), status: 'APPLIED', at: iso(nowMs) });
      this.#pushes.add(0, document, hashOf(document));
    }
    this.#pushes.reconnected();
    this.#pushes.tick(nowMs);
  }

  tick(nowMs: number) {
    this.#pushes.tick(nowMs);
  }

  receive({ sections }: XDesired, nowMs: number) {
    for (const [name, { version, hash, inline }] of Object.entries(sections)) {
      const section = this.reported[name];
      if (section?.version === version && section.hash === hash && section.status === 'APPLIED') {
        // A repeated message: the server does not know that the section is applied.
        this.#setup.changed();
        continue;
      }
      if (section?.status === 'LOCAL' && !this.#isOverridden(name, section, version, hash, nowMs)) continue;
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

  /** Whether the server's version overrides a local edit. The copy of the edit is pushed in any case. */
  #isOverridden(name: string, section: Reported, version: number, hash: string, nowMs: number): boolean {
    if (version <= (section.baseVersion ?? 0)) return false;
    if (hash !== this.#pushes.hash || hash === section.hash) {
      if (hash !== section.hash && !this.#pushes.has(section.hash))
        this.#pushes.copy(section.baseVersion ?? 0, this.#document(), section.hash);
      return true;
    }
    // The push became this version, and a later edit is now based on this version.
    this.#pushEdit(name, version, nowMs);
    return false;
  }

  /** Applies values set at the robot's screen. Returns the name of the first invalid one, if any. */
  edit(values: Record<string, unknown>, nowMs: number): string | undefined {
    const { robot } = this.#setup;
    const next = withSettings(robot.spec, robot.settings, values);
    if (!next.settings) return next.fault;
    applySettings(robot, next.settings);
    this.editedLocally(nowMs);
    return undefined;
  }

  /** Marks the settings as edited locally. */
  editedLocally(nowMs: number) {
    const section = this.reported['settings'];
    const baseVersion = section?.status === 'LOCAL' ? section.baseVersion : section?.version;
    this.#pushEdit('settings', baseVersion ?? 0, nowMs);
  }

  #pushEdit(name: string, baseVersion: number, nowMs: number) {
    const document = this.#document();
    const hash = hashOf(document);
    this.#report(name, { version: baseVersion, hash, status: 'LOCAL', baseVersion, at: iso(nowMs) });
    this.#pushes.add(baseVersion, document, hash);
    this.#pushes.tick(nowMs);
  }

  answered(response: XResponse, nowMs: number) {
    const pushed = this.#pushes.answered(response);
    const section = this.reported['settings'];
    if (!pushed || !section) return;
    const version = Number(response.result?.['version']);
    const accepted = response.result?.['accepted'] === true && Number.isInteger(version);
    if (!accepted) {
      if (section.status === 'LOCAL' && section.hash !== pushed.hash)
        this.#pushes.add(section.baseVersion ?? 0, this.#document(), section.hash);
      return;
    }
    if (section.version > version) return;
    // The server may have merged the first push with desired values; the next message contains them.
    if (section.hash === pushed.hash)
      this.#report('settings', { version, hash: pushed.hash, status: 'APPLIED', at: iso(nowMs) });
    else if (section.status === 'LOCAL') this.#pushEdit('settings', version, nowMs);
  }

  #apply(name: string, version: number, hash: string, document: unknown, nowMs: number) {
    if (hashOf(document) !== hash) return this.#fail(name, version, hash, 'HASH', nowMs);
    const outcome = this.#take(name, document, nowMs);
    if (outcome.status === 'FAILED') return this.#fail(name, version, hash, outcome.code, nowMs);
    this.#report(name, { version, hash, status: outcome.status, at: iso(nowMs) });
  }

  /** Applies all of a document or nothing of it. */
  #take(name: string, document: unknown, nowMs: number): AudioOutcome {
    const { plans, jobs } = this.#setup;
    const judged = (isGood: boolean): AudioOutcome =>
      isGood ? { status: 'APPLIED' } : { status: 'FAILED', code: 'BAD_PARAMS' };
    switch (name) {
      case 'settings':
        return judged(this.#applySettings(document));
      case 'tasks':
      case 'schedules':
        return judged(plans(name, document, nowMs));
      case 'ai':
        return judged(jobs().collections.allow(document));
      case 'consumables':
        return judged(this.#applyLimits(document));
      case 'audio':
        return jobs().audio.apply(document) ?? judged(false);
      default:
        return { status: 'FAILED', code: 'UNSUPPORTED' };
    }
  }

  /** What the robot says about the slots of its sounds. */
  get slots() {
    return this.#setup.jobs().audio.reports;
  }

  /** The last file of the section `audio` is there or has failed. */
  settleAudio(nowMs: number) {
    const section = this.reported['audio'];
    const outcome = this.#setup.jobs().audio.outcome();
    if (section?.status !== 'PENDING' || outcome.status === 'PENDING') return;
    this.#report('audio', { ...section, ...outcome, at: iso(nowMs) });
  }

  #applySettings(document: unknown) {
    if (!isRecord(document)) return false;
    const { robot } = this.#setup;
    const next = withSettings(robot.spec, robot.settings, document);
    if (!next.settings) return false;
    applySettings(robot, next.settings);
    return true;
  }

  /** Applies all limits or none: an unknown part or a value out of range is refused. */
  #applyLimits(document: unknown) {
    const { wear } = this.#setup.robot;
    const partIds = new Set(wear.items.map(({ id }) => id));
    const limits = limitsDocument.safeParse(document);
    if (!limits.success || Object.keys(limits.data).some((id) => !partIds.has(id))) return false;
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
