import { describeFault } from './storage-fault.ts';

/** Where faults are reported; pino fits. */
export interface FaultSink {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const repeatMs = 60_000;
const maxKinds = 200;

/**
 * Logs equal faults once a minute with their number: a full disk fails every write, and its log would fill what is left.
 * Values of rows never reach the log.
 */
export function createFaultLog(sink: FaultSink, nowMs: () => number = Date.now) {
  const kinds = new Map<string, { atMs: number; times: number }>();
  return (level: keyof FaultSink, error: unknown, details: object, message: string): void => {
    const fault = describeFault(error);
    const key = [level, message, fault.type, fault.code, fault.table, fault.column, fault.constraint].join();
    const before = kinds.get(key);
    if (before && nowMs() - before.atMs < repeatMs) {
      before.times += 1;
      return;
    }
    if (kinds.size >= maxKinds) kinds.clear();
    kinds.set(key, { atMs: nowMs(), times: 0 });
    const repeated = before && before.times > 0 ? { repeated: before.times } : {};
    sink[level]({ fault, ...details, ...repeated }, message);
  };
}
