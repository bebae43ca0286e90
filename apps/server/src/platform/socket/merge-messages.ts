/** Adapts a typed merge to the rule of a topic: the publisher checks the type of the content, the socket knows no types. */
export const merging =
  <M>(merge: (older: M, newer: M) => M) =>
  (older: unknown, newer: unknown) =>
    merge(older as M, newer as M);

/** The newest change of each record. */
export const newestById = <C extends { id: string }>(older: { changes: C[] }, newer: { changes: C[] }) => ({
  changes: [...new Map([...older.changes, ...newer.changes].map((change) => [change.id, change])).values()],
});
