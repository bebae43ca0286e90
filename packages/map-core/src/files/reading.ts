/** What was read, or why it was refused. `detail` is for a log or a developer, never shown alone. */
export type Reading<T, Fault extends string> =
  | { ok: true; value: T }
  | { ok: false; fault: Fault; detail: string };

export const refused = <Fault extends string>(fault: Fault, detail: string) =>
  ({ ok: false, fault, detail }) as const;
