import { useSyncExternalStore } from 'react';
import type { Outbox } from './outbox.ts';

/** The entries that were not sent yet, the oldest first. */
export const useEntries = ({ entries }: Outbox) =>
  useSyncExternalStore(entries.subscribe, entries.get, entries.get);

/** The id of the entry that is being sent, or null. */
export const useSendingId = ({ sending }: Outbox) =>
  useSyncExternalStore(sending.subscribe, sending.get, sending.get);
