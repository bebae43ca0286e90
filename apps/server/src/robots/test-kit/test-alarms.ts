import type { XAlarm } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import type { AlarmChange } from '../../entities/alarms/alarm-change.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { allShards } from '../../platform/cluster/shards.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { createAlarmRegistry } from '../alarms/alarm-registry.ts';
import { defaultTiming, ownsEverything } from '../gateway-options.ts';
import { registrationOf } from '../identity/registry.ts';
import { newSession, type Session } from '../sessions/session.ts';
import { aDevice } from './test-gateway.ts';

const startMs = Date.UTC(2030, 0);
const silent = { info: () => {}, warn: () => {}, error: () => {} };

type NewAlarm = Partial<Pick<XAlarm, 'alarmId' | 'level' | 'type'>>;

/** The alarms of one robot without a broker, with a clock that only the test moves. All times are seconds since its start. */
export async function robotAlarms(
  db: Db,
  companyId: string,
  overrides: Partial<typeof devices.$inferInsert> = {},
) {
  const { deviceId } = await aDevice(db, companyId, overrides);
  const [row] = await inScope(db, '*', (tx) => tx.select().from(devices).where(eq(devices.id, deviceId)));
  const device = registrationOf(row!);
  let nowMs = startMs;
  const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
  const pushed: AlarmChange[] = [];
  const bus = localBus((error) => {
    throw error;
  });
  bus.subscribeAll(({ content }) => void pushed.push(content as AlarmChange));
  const now = () => new Date(nowMs);
  const begin = () =>
    createAlarmRegistry({ db, now, bus, log: silent, timing: defaultTiming, ...ownsEverything }, () => {});
  let session: Session = newSession(device);
  let registry = begin();

  const send = (
    event: XAlarm['event'],
    code: string,
    atS: number,
    { alarmId = newId(), level = 3, ...rest }: NewAlarm = {},
  ) =>
    inScope(db, '*', (tx) =>
      // Only the fields that the registry reads.
      registry.fromRobot(tx, session, { alarmId, event, code, level, ...rest } as XAlarm, iso(atS)),
    ).then(() => alarmId);

  return {
    deviceId,
    pushed,
    get registry() {
      return registry;
    },
    get session() {
      return session;
    },
    iso,
    /** The time of the server. */
    setTime: (seconds: number) => void (nowMs = startMs + seconds * 1000),
    raise: (code: string, atS: number, alarm?: NewAlarm) => send('RAISED', code, atS, alarm),
    clear: (alarmId: string, atS: number) => send('CLEARED', '', atS, { alarmId }),
    /** What a server does by itself at its time. */
    tick: async () => {
      registry.tick(nowMs);
      await registry.flush();
    },
    /** A new server takes the robot over. */
    restart: async () => {
      session = newSession(device);
      registry = begin();
      await registry.load(allShards, (id) => (id === deviceId ? session : undefined));
    },
    rows: () =>
      inScope(db, '*', (tx) =>
        tx.select().from(alarms).where(eq(alarms.deviceId, deviceId)).orderBy(alarms.raisedAt, alarms.id),
      ),
    row: async (id: string) => {
      const [found] = await inScope(db, '*', (tx) => tx.select().from(alarms).where(eq(alarms.id, id)));
      return found;
    },
    change: (id: string, values: Partial<typeof alarms.$inferInsert>) =>
      inScope(db, '*', (tx) => tx.update(alarms).set(values).where(eq(alarms.id, id))),
  };
}
export type RobotAlarms = Awaited<ReturnType<typeof robotAlarms>>;
