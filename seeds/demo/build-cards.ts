import { simCardOf, vitalsOf } from '../../apps/robot-sim/src/robot/body/vitals.ts';
import {
  networkCardDays,
  networkCards,
} from '../../apps/server/src/features/stock/network-cards/network-card-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { PastRun } from './history.ts';
import type { CompanyKey } from './people.ts';
import { fleet, places } from './places.ts';

const gb = 1024 ** 3;
const mb = 1024 ** 2;
const dayMs = 86_400_000;
/** Operator and package name of the simulated operator. */
const contract = { operator: 'Simulated Mobile', packageType: 'IoT 5 GB', monthlyBytes: 5 * gb };
/** Days of usage history. */
const daysBack = 60;
/** Bytes of an idle day, of an hour of a run, and of the files of a report. */
const [idleDayBytes, runHourBytes, fileBytes] = [6 * mb, 14 * mb, 0.4 * mb];

/** Spare cards of other operators, which report no usage. */
const spareCards = [
  { iccid: '89860012340000000011', operator: 'China Unicom', packageType: '10 GB' },
  { iccid: '89860012340000000029', operator: 'China Unicom', packageType: '10 GB' },
  {
    iccid: '89490200001234567890',
    operator: 'Telekom',
    packageType: 'M2M 2 GB',
    status: 'DEACTIVATED',
    suspendedBecause: 'Lost with the robot’s modem',
  },
] as const;

/** The contract of the first spare card ends soon. */
const endsInDays = 9;

/** State of the simulated operator by ICCID; bytes are keyed by `day/kind`. */
export type CardRecords = Record<
  string,
  { suspendedBecause: string; activatedAt: string | null; days: Record<string, number> }
>;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Daily data usage of a robot's card from its runs and idle time; empty for a robot on Wi-Fi. */
function daysOf(sn: string, runs: readonly PastRun[], nowMs: number): Record<string, number> {
  if (vitalsOf(sn, 0, false, false).networkMode === 'WIFI') return {};
  const days: Record<string, number> = {};
  const add = (day: string, kind: 'MESSAGES' | 'FILES', bytes: number) => {
    days[`${day}/${kind}`] = Math.round((days[`${day}/${kind}`] ?? 0) + bytes);
  };
  for (let back = daysBack; back > 0; back--) add(dayOf(nowMs - back * dayMs), 'MESSAGES', idleDayBytes);
  const from = dayOf(nowMs - daysBack * dayMs);
  for (const { task, endedAt, seconds } of runs) {
    const day = dayOf(endedAt.getTime());
    if (task.robot.sn !== sn || day < from) continue;
    add(day, 'MESSAGES', (seconds / 3600) * runHourBytes);
    add(day, 'FILES', fileBytes);
  }
  return days;
}

/** Creates the SIM cards of the demo robots with their usage, and spare cards. Returns the operator's records. */
export async function buildCards(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
  runs: readonly PastRun[],
): Promise<CardRecords> {
  const at = now().toISOString();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: 'system' };
  const records: CardRecords = {};
  for (const { sn, place } of fleet) {
    const { iccid } = simCardOf(sn);
    const companyId = companyIds[places.find(({ key }) => key === place)!.company];
    const days = daysOf(sn, runs, now().getTime());
    const activatedAt = new Date(now().getTime() - 370 * dayMs).toISOString();
    records[iccid] = { suspendedBecause: '', activatedAt, days };
    const usage = Object.entries(days).map(([key, bytes]) => {
      const [day = '', kind] = key.split('/');
      return { day, kind: kind === 'FILES' ? ('FILES' as const) : ('MESSAGES' as const), bytes };
    });
    const ofMonth = usage.filter(({ day }) => day.startsWith(at.slice(0, 7)));
    const usedBytes = ofMonth.reduce((sum, { bytes }) => sum + bytes, 0);
    const id = newId();
    await db.insert(networkCards).values({
      id,
      iccid,
      companyId,
      activatedAt,
      usedBytes,
      status: 'ACTIVATED',
      toldAt: at,
      ...contract,
      ...stamp,
    });
    if (usage.length > 0)
      await db.insert(networkCardDays).values(usage.map((day) => ({ ...day, cardId: id, companyId })));
  }
  const spare = { companyId: companyIds.provider, ...stamp };
  const endsSoon = new Date(now().getTime() + endsInDays * dayMs).toISOString();
  await db
    .insert(networkCards)
    .values(
      spareCards.map((card, index) => ({ ...spare, ...card, ...(index === 0 && { expiresAt: endsSoon }) })),
    );
  return records;
}
