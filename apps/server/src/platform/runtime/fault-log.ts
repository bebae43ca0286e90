import { describeFault } from './storage-fault.ts';

/** Receives reports of faults; a pino logger is one. */
export interface FaultSink {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

const repeatMs = 60_000;
const maxKinds = 200;

/**
 * Logs equal faults once a minute with their count: with a full disk every write fails, and the log would fill the rest of it.
 * Values of rows are never logged.
 */
export function createFaultLog(sink: FaultSink, nowMs: () => number = Date.now) {
  const kinds = new Map<string, { atMs: number; times: number }>();
  return (level: keyof FaultSink, error: unknown, details: object, message: string): void => {
    const fault = describeFault(error);
    const key = [level, message, fault.type, fault.code, fault.table, fault.column, fault.constraint].join();
    const previous = kinds.get(key);
    if (previous && nowMs() - previous.atMs < repeatMs) {
      previous.times += 1;
      return;
    }
    if (kinds.size >= maxKinds) kinds.clear();
    kinds.set(key, { atMs: nowMs(), times: 0 });
    const repeated = previous && previous.times > 0 ? { repeated: previous.times } : {};
    sink[level]({ fault, ...details, ...repeated }, message);
  };
}
