import type { DriveEnd, VideoViewEnd } from '@sweepline/contract';
import { between, pick, randomFrom, seedFor, type Random } from '../../../apps/robot-sim/src/random.ts';
import { specOf, type SimModel } from '../../../apps/robot-sim/src/robot/spec.ts';
import { driveSessions } from '../../../apps/server/src/entities/devices/control-table.ts';
import { videoSessions, videoViews } from '../../../apps/server/src/entities/remote/video-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Days with remote access, and its entries of each robot. */
const historyDays = 30;
const perRobot = 3;
/** Robots with remote access. */
const maxRobots = 24;

interface Robot {
  id: string;
  sn: string;
  model: SimModel;
  companyId: string;
  region: string;
}
interface Person {
  deviceId: string;
  id: string;
  name: string;
  company: string;
  isForeign: boolean;
}

const selectRobots = `
  select d.id, d.sn, d.model, d.company_id as "companyId", c.region from devices d join companies c on c.id = d.company_id
  where d.binding = 'ACTIVATED' and d.model <> 'PLAIN' order by d.sn limit ${maxRobots}`;
/** The people of each robot's company and of those above it. */
const selectPeople = `
  select d.id as "deviceId", p.id, p.nickname as name, o.name as company, o.id <> c.id as "isForeign"
  from devices d join companies c on c.id = d.company_id
    join companies o on position(o.id::text in c.path) > 0 join accounts p on p.company_id = o.id and p.role_type < 3
  where d.id = any($1::uuid[]) order by d.sn, p.username`;

const reasons = {
  zh: ['机器人停在电梯口，先看一下', '夜班后检查地面', '现场找不到机器人', '告警后确认障碍物'],
  de: [
    'Er steht vor dem Aufzug, wir sehen erst nach',
    'Boden nach der Nachtschicht prüfen',
    'Vor Ort nicht gefunden',
    'Hindernis nach einem Alarm ansehen',
  ],
};
const viewEnds: readonly VideoViewEnd[] = ['LEFT', 'LEFT', 'GONE', 'STREAM_ENDED'];
const driveEnds: readonly DriveEnd[] = ['RELEASED', 'RELEASED', 'IDLE', 'OFFLINE'];

/** Who watched and drove robots in the last weeks, so that "Remote access" is not empty. */
export async function buildRemoteAccess(db: Tx, now: () => Date): Promise<void> {
  const robots = await db.raw<Robot>(selectRobots, []);
  const people = Map.groupBy(
    await db.raw<Person>(selectPeople, [robots.map(({ id }) => id)]),
    ({ deviceId }) => deviceId,
  );
  const parts = robots.map((robot) => accessTo(robot, people.get(robot.id) ?? [], now().getTime()));
  await db.insert(videoSessions).values(parts.flatMap(({ sessions }) => sessions));
  await db.insert(videoViews).values(parts.flatMap(({ views }) => views));
  await db.insert(driveSessions).values(parts.flatMap(({ drives }) => drives));
}

function accessTo(robot: Robot, people: readonly Person[], nowMs: number) {
  const random = randomFrom(seedFor(`${robot.sn} remote access`, 1));
  const sessions: (typeof videoSessions.$inferInsert)[] = [];
  const views: (typeof videoViews.$inferInsert)[] = [];
  const drives: (typeof driveSessions.$inferInsert)[] = [];
  for (let entry = 0; entry < perRobot && people.length > 0; entry++) {
    const openedMs = nowMs - between(random, dayMs / 4, historyDays * dayMs);
    const access = accessAt(robot, pick(random, people)!, random, openedMs);
    if (entry === 1) drives.push(driveOf(access, random));
    else {
      const { session, view } = viewOf(access, robot.model, random);
      sessions.push(session);
      views.push(view);
    }
  }
  return { sessions, views, drives };
}

function accessAt({ id, companyId, region }: Robot, person: Person, random: Random, openedMs: number) {
  const seconds = between(random, 20, 600);
  const iso = (ms: number) => new Date(Math.round(ms)).toISOString();
  const reason = pick(random, reasons[region === 'DE' ? 'de' : 'zh'])!;
  const owner = { companyId, deviceId: id };
  const times = { openedAt: iso(openedMs), endedAt: iso(openedMs + seconds * 1000) };
  // Only people of another company must give a reason.
  return { owner, person, times, reason: person.isForeign ? reason : '', seconds };
}
type Access = ReturnType<typeof accessAt>;

function viewOf({ owner, person, times, reason }: Access, model: SimModel, random: Random) {
  const { openedAt, endedAt } = times;
  const [id, camera] = [newId(), pick(random, specOf(model).cameras)!];
  const stream = { state: 'CLOSED' as const, reason: 'NO_VIEWER' as const, tokenHash: '' };
  const moments = { changedAt: endedAt, startedAt: openedAt, endedAt, tokenUntil: openedAt };
  const viewer = { accountId: person.id, login: newId(), viewer: person.name, company: person.company };
  return {
    session: { id, ...owner, camera, ...stream, ...moments },
    view: {
      ...owner,
      ...viewer,
      ...times,
      sessionId: id,
      camera,
      reason,
      byRight: 'COMPANY' as const,
      endedAs: pick(random, viewEnds)!,
    },
  };
}

const driveOf = ({ owner, person, times, reason, seconds }: Access, random: Random) => ({
  ...owner,
  ...times,
  accountId: person.id,
  accountName: person.name,
  accountCompany: person.company,
  reason,
  byRight: 'COMPANY' as const,
  endedAs: pick(random, driveEnds)!,
  distanceM: Math.round(seconds * 0.12),
  maxMps: 0.4,
  latencyMs: Math.round(between(random, 60, 220)),
});
