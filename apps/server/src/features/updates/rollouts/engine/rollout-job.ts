import { and, isNotNull, lte, sql } from 'drizzle-orm';
import { otaRecords, otaTasks } from '../../../../entities/updates/ota-task-table.ts';
import { inScope } from '../../../../platform/db/db.ts';
import type { Job } from '../../../../platform/jobs/jobs.ts';
import type { EngineNeeds } from './engine-needs.ts';
import { sendOffer } from './offer-send.ts';
import { unmark } from './fall-backs.ts';
import { advanceTask, type Sendings } from './task-advance.ts';
import { lockTask } from './task-lock.ts';
import { withdraw } from './withdrawals.ts';

/** Commands that are sent at the same time. */
const atOnce = 8;
const maxNamed = 20;

/** The tasks with work: due ones, and those of robots that reported other versions since. */
const dueTasks = ({ db, now }: EngineNeeds): Promise<string[]> =>
  inScope(
    db,
    '*',
    async (tx) => {
      const due = await tx
        .select({ id: otaTasks.id })
        .from(otaTasks)
        .where(lte(otaTasks.nextTickAt, now().toISOString()))
        // Of tasks that are due together the older one first.
        .orderBy(otaTasks.nextTickAt, otaTasks.id);
      const changed = await tx
        .selectDistinct({ id: otaRecords.taskId })
        .from(otaRecords)
        .where(and(isNotNull(otaRecords.changedAt), sql`${otaRecords.endedAt} is not null`));
      return [...new Set([...due, ...changed].map(({ id }) => id))];
    },
    { readOnly: true },
  );

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of queue) await work(item).catch((error: unknown) => void failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} requests of robots failed`);
}

/** Raises the alarms of robots that fell back. The mark goes afterwards: a server that dies in between raises it once more. */
async function raiseAlarms({ db, robots }: EngineNeeds, { fellBack }: Sendings): Promise<void> {
  for (const record of fellBack) {
    await robots.raiseAlarm(record.deviceId, '80014');
    await inScope(db, '*', (tx) => unmark(tx, record));
  }
}

async function sendAll(needs: EngineNeeds, sendings: Sendings): Promise<void> {
  await inParallel(sendings.withdrawals, ({ task, record }) => withdraw(needs, task, record));
  await inParallel(sendings.offers, (offer) => sendOffer(needs, offer));
  await raiseAlarms(needs, sendings);
}

/** One tick of one task. A task that another server works on is left out. */
async function advanceOne(needs: EngineNeeds, id: string): Promise<void> {
  const sendings = await inScope(needs.db, '*', async (tx) => {
    const task = await lockTask(tx, id, { skipLocked: true });
    return task && (await advanceTask(tx, needs, task));
  });
  if (sendings) await sendAll(needs, sendings);
}

/** One run of the job. Each task has its own transaction; one that fails is named after the others were handled. */
export async function advanceRollouts(needs: EngineNeeds): Promise<void> {
  const failures = new Map<string, unknown>();
  for (const id of await dueTasks(needs))
    await advanceOne(needs, id).catch((error: unknown) => void failures.set(id, error));
  if (failures.size === 0) return;
  const names = [...failures.keys()].slice(0, maxNamed).join('; ');
  throw new AggregateError(failures.values(), `${failures.size} rollouts failed: ${names}`);
}

/** Advances rollouts. Runs take row locks, and all state is in the database, so any server continues any task. */
export const rolloutJob = (needs: EngineNeeds): Job => ({
  name: 'updates.advance',
  everySeconds: 5,
  mayOverlap: true,
  run: () => advanceRollouts(needs),
});
