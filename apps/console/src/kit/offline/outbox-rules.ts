import type { OutboxEntry, Outcome } from './outbox-entry.ts';

/** The server forgets idempotency keys after 24 hours. An unanswered attempt is then not repeated without a person. */
const keyLifeMs = 23 * 3_600_000;

/** Marks entries whose unanswered attempt is so old that a repetition could be a second act. */
export const withUnsure = (entries: readonly OutboxEntry[], nowMs: number): OutboxEntry[] =>
  entries.map((entry) =>
    entry.state === 'WAITING' &&
    entry.attemptedAt !== null &&
    // The server keeps this id with the record, so that it recognises a repetition at any time.
    !('clientId' in entry.input) &&
    nowMs - Date.parse(entry.attemptedAt) > keyLifeMs
      ? { ...entry, state: 'UNSURE' }
      : entry,
  );

/** The oldest entry that may be sent. An entry that waits for a person holds up the later ones of its record only. */
export function nextToSend(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  const blocked = new Set<string>();
  for (const entry of entries) {
    if (entry.state === 'WAITING' && !blocked.has(entry.subject)) return entry;
    blocked.add(entry.subject);
  }
  return undefined;
}

const versionOf = (value: unknown): number | undefined => {
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : null;
  return typeof version === 'number' ? version : undefined;
};

/**
 * After an own change the later entries of the record are based on its new version. They were written with the old one, because
 * the record could not be read in between. A change by another person stays a conflict: its version is not taken over.
 */
function rebased(entries: readonly OutboxEntry[], sent: OutboxEntry, output: unknown): OutboxEntry[] {
  const [before, after] = [versionOf(sent.input), versionOf(output)];
  if (before === undefined || after === undefined) return [...entries];
  return entries.map((entry) =>
    entry.versioned === sent.versioned && versionOf(entry.input) === before
      ? { ...entry, input: { ...entry.input, version: after } }
      : entry,
  );
}

/** A value with the real id of a record instead of the one that was made here. */
export const withRealId = <T>(value: T, localId: string, realId: string): T =>
  JSON.parse(JSON.stringify(value).replaceAll(JSON.stringify(localId), JSON.stringify(realId))) as T;

/** The entries after an attempt to send one of them. */
export function settled(
  entries: readonly OutboxEntry[],
  id: string,
  outcome: Outcome,
  now: string,
): OutboxEntry[] {
  const entry = entries.find((it) => it.id === id);
  if (!entry) return [...entries];
  if (outcome.kind === 'sent') {
    const later = rebased(
      entries.filter((it) => it.id !== id),
      entry,
      outcome.output,
    );
    const { realId } = outcome;
    const { provides } = entry;
    return realId === undefined || provides === undefined
      ? later
      : later.map((it) => ({ ...it, ...withRealId({ input: it.input, memo: it.memo }, provides, realId) }));
  }
  const changed: OutboxEntry =
    outcome.kind === 'later'
      ? {
          ...entry,
          reason: outcome.reason,
          attemptedAt: entry.attemptedAt ?? (outcome.mayHaveArrived ? now : null),
        }
      : {
          ...entry,
          reason: outcome.reason,
          attemptedAt: null,
          state: outcome.kind === 'refused' ? 'REFUSED' : 'CONFLICT',
        };
  return entries.map((it) => (it.id === id ? changed : it));
}

/** The entries after a person corrected one or sends it once more. It is a new request, so it has a new id. */
export const redone = (
  entries: readonly OutboxEntry[],
  id: string,
  newId: string,
  changes: Partial<Pick<OutboxEntry, 'path' | 'input'>>,
): OutboxEntry[] =>
  entries.map((entry) =>
    entry.id === id
      ? { ...entry, ...changes, id: newId, state: 'WAITING', attemptedAt: null, reason: '' }
      : entry,
  );
