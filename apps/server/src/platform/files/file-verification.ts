import { FileFault, verified } from './file-fault.ts';
import type { FileStorage, FileStore } from './files.ts';

/** A store that compares content with its hash, and reports what is missing or damaged. */
export function withVerification(storage: FileStorage): FileStore {
  const listeners = new Set<(fault: FileFault) => void>();
  const reportFault = (fault: FileFault) => {
    for (const listener of listeners) listener(fault);
  };
  const reported = (error: unknown) => {
    if (error instanceof FileFault) reportFault(error);
    throw error;
  };
  const { join } = storage;
  return {
    ...storage,
    ...(join && { join: (hashes: readonly string[]) => join(hashes).catch(reported) }),
    open: (sha256, range) =>
      range
        ? storage.open(sha256, range)
        : verified(storage.open(sha256), sha256).on('error', (error) => {
            if (error instanceof FileFault) reportFault(error);
          }),
    reportFault,
    onFault: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
