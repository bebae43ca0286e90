import { z } from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import { createChannel, type Bus } from '../../socket/bus.ts';
import { createKeyedLimit, type CreateLimit } from './keyed-limit.ts';

/** How long a use may be unknown to the other servers, besides the way over the broker. */
const reportMs = 200;
/** A message stays far below the size that brokers accept. */
const maxUsesPerMessage = 500;
/** Of a flood from more addresses in one interval, the others are counted by this server alone. */
const maxUsesPerReport = 5_000;
const maxCost = 1_000_000;

const use = z.tuple([z.string().max(50), z.string().max(300), z.number().positive().max(maxCost)]);
/** Uses that one server counted: the name of the limit, the key, the cost. */
const limitUses = createChannel('limits.uses', z.object({ uses: z.array(use).max(maxUsesPerMessage) }));
type Use = z.output<typeof use>;

/**
 * Limits that the servers of an installation count together (docs/decisions/0044-limits-over-servers.md). Each server decides in its
 * memory and tells the others what it counted, so no call waits for them. In one interval each server may allow the rest of a limit.
 */
export function createSharedLimits(now: Clock, bus: Bus): { createLimit: CreateLimit; stop: () => void } {
  const counters = new Map<string, (key: string, cost: number) => void>();
  let unreported = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;

  const report = () => {
    timer = undefined;
    const uses = [...unreported.values()];
    unreported = new Map();
    for (let from = 0; from < uses.length; from += maxUsesPerMessage)
      bus.publish(limitUses, { uses: uses.slice(from, from + maxUsesPerMessage) });
  };
  const note = (name: string, key: string, cost: number) => {
    const place = `${name} ${key}`;
    const noted = unreported.get(place);
    if (!noted && unreported.size >= maxUsesPerReport) return;
    unreported.set(place, [name, key, Math.min(maxCost, (noted?.[2] ?? 0) + cost)]);
    timer ??= setTimeout(report, reportMs).unref();
  };
  const stopListening = bus.subscribe(limitUses, ({ content, isRemote }) => {
    // The times of the other server do not matter: its clock may be wrong.
    if (isRemote) for (const [name, key, cost] of content.uses) counters.get(name)?.(key, cost);
  });

  return {
    createLimit: (name, policy, maxKeys) => {
      if (counters.has(name)) throw new Error(`two limits are named ${name}`);
      const limit = createKeyedLimit(now, policy, maxKeys);
      counters.set(name, limit.use);
      const useAndNote = (key: string, cost = 1) => {
        limit.use(key, cost);
        note(name, key, cost);
      };
      return {
        waitMs: limit.waitMs,
        allows: limit.allows,
        use: useAndNote,
        take: (key, cost = 1) => {
          const isAllowed = limit.waitMs(key, cost) === 0;
          if (isAllowed) useAndNote(key, cost);
          return isAllowed;
        },
      };
    },
    stop: () => {
      clearTimeout(timer);
      stopListening();
    },
  };
}
