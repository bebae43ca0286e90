import { createHash } from 'node:crypto';
import type { SyncState } from '@sweepline/contract';
import { canonicalJson, withoutSecrets } from '@sweepline/contract/robot';

export type Document = Record<string, unknown>;

/** A section with both sides. Version 0 means that neither side has sent anything. */
export interface Section {
  version: number;
  hash: string;
  document: Document;
  state: SyncState;
  code: string;
  syncingSinceMs: number | null;
  /** The last report of the robot; null before the first. */
  reported: Report | null;
  /** The document of the robot as far as known; null if unknown. */
  reportedDocument: Document | null;
  /** The robot has sent its whole section once. */
  told: boolean;
}

interface Report {
  version: number;
  hash: string;
  status: string;
  code: string;
}

export type SectionEvent =
  | { kind: 'edited'; document: Document }
  /** Sent to the broker while the robot was online. */
  | { kind: 'published'; atMs: number }
  | { kind: 'reported'; report: Report }
  /** The robot's whole section, edited there on `baseVersion`, or sent for the first time. */
  | { kind: 'pushed'; baseVersion: number; document: Document }
  | { kind: 'offline' }
  | { kind: 'tick'; atMs: number }
  | { kind: 'retried' };

export interface Step {
  next: Section;
  /** The robot's document, if it lost against a newer version. */
  conflict?: { baseVersion: number; document: Document; hash: string };
  /** The section must be sent to the robot again in any state. */
  nudge?: true;
}

/** The maximum time without a report after a section was published. */
export const syncTimeoutMs = 600_000;

export const emptySection: Section = {
  version: 0,
  hash: '',
  document: {},
  state: 'IN_SYNC',
  code: '',
  syncingSinceMs: null,
  reported: null,
  reportedDocument: null,
  told: false,
};

/** SHA-256 of the canonical JSON (RFC 8785), hex. */
export const hashOf = (document: unknown) =>
  createHash('sha256').update(canonicalJson(document)).digest('hex');

const awaitingSync = { state: 'AWAITING_SYNC', code: '', syncingSinceMs: null } as const;
const inSync = { state: 'IN_SYNC', code: '', syncingSinceMs: null } as const;

/** Whether the robot reports the requested version and hash as applied. */
const isApplied = ({ version, hash, reported }: Section) =>
  reported?.status === 'APPLIED' && reported.version === version && reported.hash === hash;

/**
 * The next state after an event. The same event twice leads to the same state. See
 * docs/protocol/settings.md#states-of-a-section.
 */
export function stepSection(section: Section, event: SectionEvent): Step {
  switch (event.kind) {
    case 'edited':
      return { next: { ...section, ...versionOf(section.version + 1, event.document), ...awaitingSync } };
    case 'published':
      return { next: onPublished(section, event.atMs) };
    case 'reported':
      return { next: onReported({ ...section, reported: event.report }) };
    case 'pushed':
      return onPushed(section, event.baseVersion, withoutSecrets(event.document));
    case 'retried':
      return { next: section.state === 'SYNC_FAILED' ? { ...section, ...awaitingSync } : section };
    case 'offline':
      return { next: section.state === 'SYNCING' ? { ...section, ...awaitingSync } : section };
    case 'tick': {
      const timedOut =
        section.state === 'SYNCING' && event.atMs - (section.syncingSinceMs ?? 0) >= syncTimeoutMs;
      return { next: timedOut ? { ...section, ...awaitingSync } : section };
    }
  }
}

const versionOf = (version: number, document: Document) => ({ version, document, hash: hashOf(document) });

function onPublished(section: Section, atMs: number): Section {
  if (section.state !== 'AWAITING_SYNC') return section;
  return isApplied(section)
    ? { ...section, ...inSync }
    : { ...section, state: 'SYNCING', syncingSinceMs: atMs };
}

function onReported(section: Section): Section {
  const { reported, version, hash, state } = section;
  if (version === 0 || !reported) return section;
  if (isApplied(section)) return onApplied(section);
  const isCurrent = reported.version === version && reported.hash === hash;
  if (reported.status === 'FAILED' && isCurrent && state === 'SYNCING')
    return { ...section, state: 'SYNC_FAILED', code: reported.code, syncingSinceMs: null };
  // The robot was reset or replaced, so the section is sent again. An edit at the robot arrives as a push instead.
  const outdated = state === 'IN_SYNC' && !isCurrent && ['APPLIED', 'FAILED'].includes(reported.status);
  return outdated ? { ...section, ...awaitingSync } : section;
}

function onApplied(section: Section): Section {
  const withoutPins = withoutSecrets(section.document);
  const next: Section = {
    ...section,
    ...inSync,
    reportedDocument: { ...section.reportedDocument, ...withoutPins },
  };
  // Write-only values are deleted when the robot has applied them; this creates a new version.
  return hashOf(withoutPins) === section.hash
    ? next
    : { ...next, ...versionOf(section.version + 1, withoutPins), ...awaitingSync };
}

function onPushed(section: Section, baseVersion: number, document: Document): Step {
  const hash = hashOf(document);
  const pushed = { ...section, reportedDocument: document, told: true };
  if (section.version > 0 && hash === section.hash) return { next: pushed, nudge: true };
  const accepted = { ...pushed, version: baseVersion + 1, document, hash, ...inSync };
  if (section.version === 0) return { next: accepted, nudge: true };
  if (!section.told && baseVersion === 0) {
    // The first push of a robot without a version is no edit: earlier requested values take precedence over it.
    const merged = { ...document, ...section.document };
    return { next: { ...pushed, ...versionOf(section.version + 1, merged), ...awaitingSync } };
  }
  if (baseVersion === section.version) return { next: accepted, nudge: true };
  return { next: section, conflict: { baseVersion, document, hash }, nudge: true };
}
