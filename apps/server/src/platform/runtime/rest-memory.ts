import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyMs = 20_000;
/** Less is not worth the pause. */
const minFreeBytes = 80 * 2 ** 20;
/** The share of time in which the event loop of a server at rest does something. */
const maxUtilization = 0.2;

interface RestOptions {
  /** Whether no page is open that would show a pause. */
  isUnwatched: () => boolean;
  residentBytes?: () => number;
  /** The share of time since the last call in which the event loop did something. */
  utilization?: () => number;
  collect?: () => void;
}

/**
 * Gives memory back to the machine: Node keeps the pages of a busy time for ever. Collecting stops everything for some tenths of a
 * second, so it is done only while no page is open and the server does little, and only after it has grown.
 */
export function createRestMemory({
  isUnwatched,
  residentBytes = () => process.memoryUsage.rss(),
  utilization = createUtilization(),
  collect = collector(),
}: RestOptions): () => void {
  /** What the server kept after the last collection. */
  let keptBytes = 0;
  return () => {
    const isBusy = utilization() > maxUtilization;
    if (isBusy || !isUnwatched() || residentBytes() < keptBytes + minFreeBytes) return;
    collect();
    keptBytes = residentBytes();
  };
}

/** Gives memory back in each pause of the server. Returns the end of it. */
export function startRestMemory(isUnwatched: () => boolean): () => Promise<void> {
  const timer = setInterval(createRestMemory({ isUnwatched }), everyMs).unref();
  return async () => clearInterval(timer);
}

function createUtilization() {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/** The collection that also releases the pages which V8 keeps for later. A program has no other access to it. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  // The function of Node's types lacks the options of V8.
  const gc = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  return () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
