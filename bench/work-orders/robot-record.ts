import type { Sql } from 'postgres';
import { unseenLive } from '../../apps/server/src/features/devices/devices/device-service.ts';
import { companyId } from '../../seeds/many-devices.ts';

/** The robot of the measure; it belongs to the large company. */
export const robotId = '0190d001-0000-7000-8000-000000000000';
const runId = '0190d00a-0000-7000-8000-000000000001';
const mapId = '0190d00b-0000-7000-8000-000000000001';
const company = companyId(1);
const parts = ['robot', 'navigation', 'vision', 'chassis', 'battery', 'lidar', 'brush', 'modem'];

/** Ten minutes at work: a run with two points of its path a second, changes of mode, alarms, commands, versions and consumables. */
export async function fillRobot(sql: Sql): Promise<void> {
  const at = new Date().toISOString();
  const battery = { value: { soc: 41, charging: false, voltage: 25.1, health: 97 }, at };
  const live = { ...unseenLive(robotId), battery };
  const consumables = ['mainBrush', 'sideBrush', 'squeegee', 'filter'].map((id, n) => ({
    id,
    remainingPct: 12 + n,
    usedHours: 88,
    lifeHours: 100,
  }));
  await sql`select keep_device_history(current_date, 2, 3)`;
  await sql`update device_live set live = ${sql.json(live)} where id = ${robotId}`;
  await sql`insert into runs (id, company_id, kind, name, device_id, map_id, origin, state, by, plan, phases, created_at, started_at)
    values (${runId}, ${company}, 'CLEANING', 'Lobby', ${robotId}, ${mapId}, 'MANUAL', 'IN_PROGRESS', 'bench', '{}', '[]',
      now() - interval '9 minutes', now() - interval '9 minutes')`;
  await sql`insert into run_paths (id, company_id, run_id, seq, points)
    select gen_random_uuid(), ${company}, ${runId}, s, jsonb_agg(jsonb_build_array(s * 10000 + p * 500, s + p * 0.25, p * 0.13, 1.57, 1))
    from generate_series(0, 53) s, generate_series(0, 19) p group by s`;
  await sql`insert into device_history (company_id, device_id, at, mode, soc, map_id, x, y, alarm_level)
    select ${company}, ${robotId}, now() - x * interval '1 minute', 'CLEANING', 50 - x, ${mapId}, x, x, 0 from generate_series(0, 60) x`;
  await sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
    select gen_random_uuid(), ${company}, ${robotId}, now() - x * interval '1 minute', k, 'A', 'B'
    from generate_series(0, 30) x, unnest(array['MODE', 'CONNECTION']) k`;
  await sql`insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at)
    select gen_random_uuid(), ${company}, ${robotId}, 'ROBOT', 'bench/' || x, '20110', 4, 'BRUSH_JAM', 'Brush is jammed', '{}',
      now() - x * interval '20 seconds' from generate_series(0, 40) x`;
  await sql`insert into commands (id, company_id, device_id, type, lane, lane_seq, class, params, status, ttl_ms, timeout_ms, by,
      created_at, ended_at, expires_at)
    select gen_random_uuid(), ${company}, ${robotId}, 'locate', 'ACTION', x, 'ACTION', '{}', 'SUCCEEDED', 1, 1, 'bench',
      now() - x * interval '30 seconds', now() - x * interval '30 seconds', now() from generate_series(0, 20) x`;
  await sql`insert into device_versions (id, company_id, device_id, part, before, after, at)
    select gen_random_uuid(), ${company}, ${robotId}, p, null, '3.2.1', now() from unnest(${parts}::text[]) p`;
  await sql`insert into device_documents (id, company_id, device_id, kind, hash, document, changed_at)
    values (gen_random_uuid(), ${company}, ${robotId}, 'REPORTED', 'x', ${sql.json({ consumables })}, now())`;
  await sql`vacuum analyze`;
}

const ofRobot = `where device_id = $1 and company_id = '${company}'`;
const spans = (kind: string) => [
  `select at, after from device_events ${ofRobot} and kind = '${kind}' and at < $2 order by at desc limit 1`,
  `select at, after from device_events ${ofRobot} and kind = '${kind}' and at >= $2 and at < $3 order by at limit 2001`,
];
const lane = (columns: string, table: string, began: string, ended: string) =>
  `select ${columns} from ${table} ${ofRobot} and ${began} < $3 and (${ended} is null or ${ended} >= $2) order by ${began} desc limit 501`;

/** Hand-written statements for what evidence contains, with the robot and the ten minutes as parameters. */
export const bareReads: readonly string[] = [
  `select live from device_live where id = $1 and company_id = '${company}'`,
  `select document, changed_at from device_documents ${ofRobot} and kind = 'REPORTED'`,
  `select distinct on (part) part, after, at from device_versions ${ofRobot} order by part, id desc`,
  `select at, soc, map_id, x, y from device_history ${ofRobot} and at >= $2 and at < $3 order by at`,
  ...spans('MODE'),
  ...spans('CONNECTION'),
  lane(
    'id, code, type, text, effective_level, raised_at, cleared_at, cause_id',
    'alarms',
    'raised_at',
    'cleared_at',
  ),
  lane('id, type, status, by, created_at, ended_at', 'commands', 'created_at', 'ended_at'),
  lane('id, name, kind, state, code, map_id, started_at, ended_at', 'runs', 'created_at', 'ended_at'),
  lane('id, account_name, ended_as, opened_at, ended_at', 'drive_sessions', 'opened_at', 'ended_at'),
  `select points from run_paths where run_id = '${runId}' and company_id = '${company}' order by seq`,
];
