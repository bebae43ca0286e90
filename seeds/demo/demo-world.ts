import { accountByName, setPassword } from '../../apps/server/src/entities/people/account-service.ts';
import { inScope, type Db, type Tx } from '../../apps/server/src/platform/db/db.ts';
import type { FileStore } from '../../apps/server/src/platform/files/files.ts';
import type { Clock } from '../../apps/server/src/platform/runtime/clock.ts';
import type { Vault } from '../../apps/server/src/platform/files/vault.ts';
import { buildKnowledge } from './service/build-knowledge.ts';
import { buildAlarmLife } from './home/build-alarm-life.ts';
import { buildAiProject } from './home/build-ai-project.ts';
import { buildAudio } from './home/build-audio.ts';
import { buildBoard } from './home/build-board.ts';
import { buildStandingAlarms } from './home/build-standing-alarms.ts';
import { buildCards, type CardRecords } from './build-cards.ts';
import { buildChatUsers } from './build-chat-users.ts';
import { buildCodes } from './build-codes.ts';
import { buildCommands } from './build-commands.ts';
import { buildCompanies, buildPeople, buildSites } from './build-companies.ts';
import { buildDoors } from './home/build-doors.ts';
import { buildElevators, type LiftEntry } from './home/build-elevators.ts';
import { buildErrorLog } from './build-error-log.ts';
import { buildFleet, type BuiltTask, type FleetEntry } from './build-fleet.ts';
import { buildFileTransfers } from './service/build-file-transfers.ts';
import { buildFiles } from './service/build-files.ts';
import { buildGroups } from './build-groups.ts';
import { buildHistory } from './build-history.ts';
import { buildLogs } from './service/build-logs.ts';
import { buildLogos } from './home/build-logos.ts';
import { buildMaps } from './build-maps.ts';
import { buildInsights } from './build-insights.ts';
import { buildMaintenance } from './home/build-maintenance.ts';
import { buildEscalation } from './home/build-escalation.ts';
import { buildNeeds } from './home/build-needs.ts';
import { buildNotices } from './build-notices.ts';
import { buildOrderWork } from './orders/build-order-work.ts';
import { buildApps } from './updates/build-apps.ts';
import { buildPackages } from './updates/build-packages.ts';
import { buildRollouts } from './updates/build-rollouts.ts';
import { buildPlans, buildTemplates } from './build-plans.ts';
import { apiEvents } from '../../apps/server/src/entities/api/api-event-table.ts';
import { buildApiUsers } from './home/build-api-users.ts';
import { buildScreens } from './home/build-screens.ts';
import { buildStock } from './build-stock.ts';
import { buildRemoteAccess } from './service/build-remote-access.ts';
import { buildReports } from './build-reports.ts';
import { driveTask, type DrivenTask } from './driven-task.ts';
import { missedOf, yearOf, type PastRun } from './history.ts';
import { people, type CompanyKey } from './people.ts';
import { recallRun, recordRun, type RunFiles } from './record-runs.ts';
import { buildServiceLevels } from './service/build-service-levels.ts';
import { buildWorkOrders } from './service/build-work-orders.ts';
import { verifyAlarms, verifyReports } from './verify.ts';

const dayMs = 86_400_000;
/** The default period of the heat maps plus two days. */
const defaultDaysOfPaths = 32;

export interface DemoWorld {
  accounts: { username: string; kind: string }[];
  fleet: FleetEntry[];
}

export interface DemoOptions {
  db: Db;
  files: FileStore;
  /** Seals the activation codes. */
  vault: Vault;
  now: () => Date;
  /** Password of every account. */
  password: string;
  /** Days with robot paths; more days take longer to build. */
  daysOfPaths?: number;
  /**
   * Stores the robots' secrets and the SIM operator's records. It is called before the commit: after a crash every robot in
   * the database still has a stored secret.
   */
  keep: (fleet: readonly FleetEntry[], records: CardRecords, lifts: readonly LiftEntry[]) => void;
}

/** The accounts of the demo world, for printing; the super admin first. */
export const demoAccounts = people.map(({ username, kind }) => ({ username, kind }));

/** Whether the database has no accounts; the demo world is built only then. */
export const isEmpty = (db: Db) =>
  inScope(db, '*', async (tx) => (await tx.raw('select from accounts limit 1')).length === 0, {
    readOnly: true,
  });

/** Files, what went to robots and came from them, and who watched and drove them. */
async function buildTransfers(tx: Tx, files: FileStore, now: Clock) {
  await buildFiles(tx, files, now);
  await buildFileTransfers(tx, now);
  await buildLogs(tx, files, now);
  await buildRemoteAccess(tx, now);
}

/** What brings software to robots and their screens. */
async function buildVersions(tx: Tx, files: FileStore, now: Clock, providerId: string) {
  await buildRollouts(tx, now, providerId);
  await buildApps(tx, files, now, providerId);
}

/** How companies look and sound. */
async function buildBrand(tx: Tx, files: FileStore, now: Clock, companyIds: Record<CompanyKey, string>) {
  await buildLogos(tx, files, now, companyIds);
  await buildAudio(tx, files, now, companyIds);
}

/** Driving the paths of a year keeps a busy machine for longer than the server's limit of an idle transaction. */
const inLongTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(db, '*', async (tx) => {
    await tx.raw('set local idle_in_transaction_session_timeout = 0', []);
    return await work(tx);
  });

/** The clock of companies and people: they are there before the first run of the year. */
const earlier = (now: Clock) => () => new Date(now().getTime() - 400 * dayMs);

/** Builds the demo world in one transaction, completely or not at all. */
export async function buildDemoWorld(options: DemoOptions): Promise<DemoWorld> {
  const { db, files, vault, now, password, daysOfPaths = defaultDaysOfPaths, keep } = options;
  return inLongTransaction(db, async (tx) => {
    const companyIds = await buildCompanies(tx, earlier(now));
    await buildPeople(tx, earlier(now), companyIds, password);
    const sites = await buildSites(tx, now, companyIds);
    await buildMaps(tx, files, now, companyIds, sites);
    const { entries, tasks } = await buildFleet(tx, now, companyIds, sites);
    const lifts = await buildElevators(tx, files, now, companyIds.tower, sites.get('tower')!);
    lifts.push(await buildDoors(tx, now, companyIds.hospital, sites.get('hospital')!));
    await buildStock(tx, now, companyIds);
    await buildCodes(tx, vault, now, companyIds);
    await buildGroups(tx, now, companyIds);
    await buildCommands(tx, now, tasks);
    await buildTemplates(tx, now, tasks);
    const drivenOf = createDrives();
    const year = yearOf(tasks, now(), drivenOf);
    const missed = missedOf(tasks, now());
    const recorded = filesOf(year, drivenOf, now().getTime() - daysOfPaths * dayMs);
    const runs = year.map((run) => recorded.get(run.id)?.run ?? run);
    await buildReports(tx, files, now, runs, recorded);
    await verifyReports(tx, runs);
    await buildHistory(tx, now, runs, missed);
    await buildPlans(tx, now, tasks, runs, missed);
    await buildInsights(tx, now, tasks, runs);
    await buildScreens(tx, now, companyIds, sites);
    await buildApiUsers(tx, vault, now, companyIds);
    await buildBoard(tx, now, companyIds, sites, runs);
    await buildNotices(tx, now, runs, companyIds.provider);
    await buildAlarmLife(tx, now);
    await buildWorkOrders(tx, now, companyIds);
    await buildServiceLevels(tx, now, companyIds.provider);
    await buildKnowledge(tx, now, companyIds.provider);
    await buildMaintenance(tx, now, companyIds);
    await buildEscalation(tx, now, companyIds, await buildStandingAlarms(tx, now, runs));
    await verifyAlarms(tx);
    await buildNeeds(tx, now, tasks, companyIds);
    await buildOrderWork(tx, now, companyIds);
    await buildPackages(tx, files, now, companyIds.provider);
    await buildVersions(tx, files, now, companyIds.provider);
    await buildChatUsers(tx, now);
    await buildTransfers(tx, files, now);
    await buildBrand(tx, files, now, companyIds);
    await buildAiProject(tx, files, now, companyIds, sites.get('tower')!);
    await buildErrorLog(tx, now);
    // The history is no news: programs get what happens from now on.
    await tx.delete(apiEvents);
    keep(entries, await buildCards(tx, now, companyIds, runs), lifts);
    return { accounts: demoAccounts, fleet: entries };
  });
}

/** Sets this password for every existing account of the demo world. */
export async function changeDemoPassword(db: Db, now: () => Date, password: string): Promise<void> {
  await inScope(db, '*', async (tx) => {
    for (const { username } of demoAccounts) {
      const match = await accountByName(tx, username);
      if (match) await setPassword(tx, now, 'system', match.account.id, password);
    }
  });
}

/** Drives each task once. */
function createDrives(): (task: BuiltTask) => DrivenTask {
  const drives = new Map<BuiltTask, DrivenTask>();
  return (task) => {
    const drive = drives.get(task) ?? driveTask(task);
    drives.set(task, drive);
    return drive;
  };
}

/** Uploads of runs since `since` by run id: the path of each, and for the newest run of each robot also the picture. */
function filesOf(
  year: readonly PastRun[],
  drivenOf: (task: BuiltTask) => DrivenTask,
  since: number,
): Map<string, RunFiles> {
  const newest = new Set(latestOfEach(year));
  return new Map(
    year
      .filter(({ startedAt }) => startedAt.getTime() >= since)
      .flatMap((run) => {
        const files = newest.has(run) ? recordRun(run, drivenOf(run.task)) : recallRun(run);
        return files ? [[run.id, files] as const] : [];
      }),
  );
}

/** The newest completed run of each robot. */
function latestOfEach(runs: readonly PastRun[]): PastRun[] {
  const latest = new Map<string, PastRun>();
  for (const run of runs) if (run.result === 'SUCCESS') latest.set(run.task.deviceId, run);
  return [...latest.values()];
}
