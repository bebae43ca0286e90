/** The entry of a table for an untrusted key. Only own keys count, so `constructor` and `__proto__` return undefined. */
export const lookup = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Whether an untrusted key is an own key of the table. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(table, key);
