import type { Need } from '@sweepline/contract';
import { obstacleTo, usualCleaningOf } from '@sweepline/contract/robot';
import { and, asc, eq, or } from 'drizzle-orm';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices, vehicleColumns } from '../../../entities/devices/device-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { liveColumns, offlineChange } from '../../../entities/devices/live-row.ts';

/** What a need tells of the robot that is sent. */
export type NeedRobot = Pick<Need, 'device' | 'action' | 'obstacle' | 'how'>;

interface SendingNeed extends Pick<Need, 'kind' | 'action' | 'device' | 'map'> {
  companyId: string | null;
}

const isZone = ({ kind }: SendingNeed) => kind === 'OVERDUE_ZONE';
const sends = (need: SendingNeed) => isZone(need) || need.action === 'START_TASK';

const readRobots = async (db: Tx, mapIds: string[], deviceIds: string[]) => {
  const { id, companyId, nickname, sn, binding } = devices;
  const rows = await db
    .select({ id, companyId, nickname, sn, ...vehicleColumns, binding, live: liveColumns })
    .from(devices)
    .leftJoin(deviceLives, eq(deviceLives.id, id))
    .where(
      and(
        or(inValues(id, deviceIds), and(inValues(deviceLives.mapId, mapIds), eq(binding, 'ACTIVATED'))),
        visible(db, devices),
      ),
    )
    .orderBy(asc(nickname), asc(id));
  return rows.map((row) => ({ ...row, live: row.live ?? offlineChange }));
};
type RobotRow = Awaited<ReturnType<typeof readRobots>>[number];

const nameOf = ({ nickname, sn }: RobotRow) => nickname || sn;

/** By the rule of all starts: the first robot on the map that may clean a zone now, and why no robot may. */
export async function robotsOfNeeds(
  db: Tx,
  needs: readonly SendingNeed[],
): Promise<(need: SendingNeed) => NeedRobot> {
  const sending = needs.filter(sends);
  const mapIds = sending.flatMap((need) => (isZone(need) && need.map ? [need.map.id] : []));
  const deviceIds = sending.flatMap((need) => (isZone(need) ? [] : (need.device?.id ?? [])));
  const robots = sending.length === 0 ? [] : await readRobots(db, mapIds, deviceIds);
  return (need) => {
    const { device, action } = need;
    if (!sends(need)) return { device, action, obstacle: null, how: null };
    const mapId = need.map?.id ?? null;
    const candidates = robots
      .filter((robot) =>
        isZone(need)
          ? robot.live.mapId === mapId && robot.companyId === need.companyId
          : robot.id === device?.id,
      )
      .map((robot) => ({ robot, code: obstacleTo('CLEAN', robot, mapId) }));
    const able = candidates.find(({ code }) => code === undefined);
    const [first] = candidates;
    const obstacle =
      able || first?.code === undefined
        ? null
        : {
            code: first.code,
            name: nameOf(first.robot),
            binding: first.robot.binding,
            faults: first.robot.live.faults,
          };
    if (!isZone(need) || !able) return { device, action, obstacle, how: null };
    const { id, sn, model } = able.robot;
    const how = usualCleaningOf(able.robot);
    return { device: { id, name: nameOf(able.robot), sn, model }, action: 'CLEAN_ZONE', obstacle, how };
  };
}
