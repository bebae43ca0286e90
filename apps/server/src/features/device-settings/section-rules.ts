import { createHash } from 'node:crypto';
import type { SyncState } from '@sweepline/contract';
import { canonicalJson, withoutSecrets } from '@sweepline/contract/robot';

export type Document = Record<string, unknown>;

/** A section as both sides have it. Version 0: nobody has said anything yet. */
export interface Section {
  version: number;
  hash: string;
  document: Document;
  state: SyncState;
  code: string;
  syncingSinceMs: number | null;
  /** The robot's last word; null before its first. */
  reported: Report | null;
  /** What it has, as far as we know; null while we know nothing. */
  reportedDocument: Document | null;
  /** It has told its whole section once. */
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
  /** Handed to the broker while the robot was online. */
  | { kind: 'published'; atMs: number }
  | { kind: 'reported'; report: Report }
  /** The robot's whole section, edited there on top of `baseVersion` (or told for the first time). */
  | { kind: 'pushed'; baseVersion: number; document: Document }
  | { kind: 'offline' }
  | { kind: 'tick'; atMs: number }
  | { kind: 'retried' };

export interface Step {
  next: Section;
  /** A copy of the robot's that did not win. */
  conflict?: { baseVersion: number; document: Document; hash: string };
  /** The robot should be sent what we have once more, whatever the state. */
  nudge?: true;
}

/** Longest wait for a robot that took a section and says nothing more of it. */
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

const waiting = { state: 'AWAITING_SYNC', code: '', syncingSinceMs: null } as const;
const settled = { state: 'IN_SYNC', code: '', syncingSinceMs: null } as const;

/** Whether the robot says that it has exactly what we wish. */
const isApplied = ({ version, hash, reported }: Section) =>
  reported?.status === 'APPLIED' && reported.version === version && reported.hash === hash;

/** The next step of protocol 2.1.4. The same event twice leads to the same section. */
export function stepSection(section: Section, event: SectionEvent): Step {
  switch (event.kind) {
    case 'edited':
      return { next: { ...section, ...versionOf(section.version + 1, event.document), ...waiting } };
    case 'published':
      return { next: onPublished(section, event.atMs) };
    case 'reported':
      return { next: onReported({ ...section, reported: event.report }) };
    case 'pushed':
      return onPushed(section, event.baseVersion, withoutSecrets(event.document));
    case 'retried':
      return { next: section.state === 'SYNC_FAILED' ? { ...section, ...waiting } : section };
    case 'offline':
      return { next: section.state === 'SYNCING' ? { ...section, ...waiting } : section };
    case 'tick': {
      const tired =
        section.state === 'SYNCING' && event.atMs - (section.syncingSinceMs ?? 0) >= syncTimeoutMs;
      return { next: tired ? { ...section, ...waiting } : section };
    }
  }
}

const versionOf = (version: number, document: Document) => ({ version, document, hash: hashOf(document) });

function onPublished(section: Section, atMs: number): Section {
  if (section.state !== 'AWAITING_SYNC') return section;
  return isApplied(section)
    ? { ...section, ...settled }
    : { ...section, state: 'SYNCING', syncingSinceMs: atMs };
}

function onReported(section: Section): Section {
  const { reported, version, hash, state } = section;
  if (version === 0 || !reported) return section;
  if (isApplied(section)) return onApplied(section);
  const ours = reported.version === version && reported.hash === hash;
  if (reported.status === 'FAILED' && ours && state === 'SYNCING')
    return { ...section, state: 'SYNC_FAILED', code: reported.code, syncingSinceMs: null };
  // Set back at the factory, or exchanged: it is told again. A copy edited there comes by itself.
  const strayed = state === 'IN_SYNC' && !ours && ['APPLIED', 'FAILED'].includes(reported.status);
  return strayed ? { ...section, ...waiting } : section;
}

function onApplied(section: Section): Section {
  const shown = withoutSecrets(section.document);
  const next: Section = {
    ...section,
    ...settled,
    reportedDocument: { ...section.reportedDocument, ...shown },
  };
  // What is only ever written is forgotten as soon as the robot has it; that makes another version.
  return hashOf(shown) === section.hash
    ? next
    : { ...next, ...versionOf(section.version + 1, shown), ...waiting };
}

function onPushed(section: Section, baseVersion: number, document: Document): Step {
  const hash = hashOf(document);
  const heard = { ...section, reportedDocument: document, told: true };
  if (section.version > 0 && hash === section.hash) return { next: heard, nudge: true };
  const accepted = { ...heard, version: baseVersion + 1, document, hash, ...settled };
  if (section.version === 0) return { next: accepted, nudge: true };
  if (!section.told) {
    // Its first word is no edit: what was wished before it could be heard goes on top of it.
    const wish = { ...document, ...section.document };
    return { next: { ...heard, ...versionOf(section.version + 1, wish), ...waiting } };
  }
  if (baseVersion === section.version) return { next: accepted, nudge: true };
  return { next: section, conflict: { baseVersion, document, hash }, nudge: true };
}
