/** REFUSED: the server found a fault in it. CONFLICT: the record changed meanwhile. UNSURE: it may have arrived long ago. */
export type OutboxState = 'WAITING' | 'REFUSED' | 'CONFLICT' | 'UNSURE';

/** A write call that waits on this browser for the network. */
export interface OutboxEntry {
  /** Made here, and sent as the idempotency key: a repeated request is carried out once. */
  id: string;
  /** The record that it changes. The entries of one record are sent in their order. */
  subject: string;
  /** The record whose version the input names: a record may have parts with versions of their own. */
  versioned: string;
  path: string;
  input: Record<string, unknown>;
  /** Fields of its files. */
  files: readonly string[];
  /** An id made here for a record that the call creates. Later inputs name it until the server has given the real one. */
  provides?: string;
  /** What the page needs to show the entry. */
  memo?: unknown;
  at: string;
  /** The first attempt without an answer; null if none was made. */
  attemptedAt: string | null;
  state: OutboxState;
  /** The server's words on a refusal, or on an attempt that is repeated. */
  reason: string;
}

export type Outcome =
  /** `realId` is the id of the record that the entry provides. */
  | { kind: 'sent'; output: unknown; realId?: string | undefined }
  | { kind: 'refused' | 'conflict'; reason: string }
  /** No answer, or one that says nothing about the entry. */
  | { kind: 'later'; reason: string; mayHaveArrived: boolean };
