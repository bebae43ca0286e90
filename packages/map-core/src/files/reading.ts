/** The result of a parser: the value or a fault. `detail` is for logs and developers, never shown alone. */
export type Reading<T, Fault extends string> =
  | { ok: true; value: T }
  | { ok: false; fault: Fault; detail: string };

/** A failed reading. */
export const refused = <Fault extends string>(fault: Fault, detail: string) =>
  ({ ok: false, fault, detail }) as const;
