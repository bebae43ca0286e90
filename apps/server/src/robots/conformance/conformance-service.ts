import { companyTypes } from '@sweepline/contract';
import { lanes, type DeviceAddress, type Lane } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import { auditEntries } from '../../platform/audit/audit-table.ts';
import { ownerNameOf } from '../../platform/cluster/owner-name.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newRow, nextLaneSeq } from '../commands/command-rows.ts';
import type { Inbound, LinkEvents } from '../protocol/link.ts';
import type { Session } from '../sessions/session.ts';
import type { RobotTap } from './robot-tap.ts';

/** What a conformance test has to know about its robot. */
export interface RobotUnderTest {
  address: DeviceAddress;
  /** As registered; `PLAIN` for a robot of another maker. */
  model: string;
  /** The version of VDA 5050 that the robot sends. */
  version: string;
  /** The first free number of each lane; the server continues above `laneNumbers` more. */
  firstLaneSeq: Record<Lane, number>;
  laneNumbers: number;
}

export interface RobotTest {
  robot: RobotUnderTest;
  publish(name: string, payload: string, qos: 0 | 1): Promise<void>;
  disconnect(): void;
  close(): void;
}

/** Why a robot is not handed over to a test; a sentence for the command line. */
export class TestRefused extends Error {}

/** The numbers of a lane that one test may use. */
const laneNumbers = 1000;

interface ConformanceDeps {
  db: Db;
  now: Clock;
  tap: RobotTap;
  sessionBySn(sn: string): Session | undefined;
  /** Receives a message in the name of the robot. */
  receive: LinkEvents['receive'];
}

/** Hands robots over to the conformance tool (docs/protocol/conformance.md#what-happens-to-the-robot). */
export function createConformanceService({ db, now, tap, sessionBySn, receive }: ConformanceDeps) {
  /** For the server the robot is offline during the test, so that commands wait or are refused at once. */
  const sayOffline = ({ address, version }: Session): Promise<void> => {
    const { interfaceName, major, manufacturer, serialNumber } = address;
    const message = {
      headerId: 0,
      timestamp: now().toISOString(),
      version,
      manufacturer,
      serialNumber,
      connectionState: 'OFFLINE',
    };
    const topic = `${interfaceName}/${major}/${manufacturer}/${serialNumber}/connection`;
    return receive({ topic, payload: Buffer.from(JSON.stringify(message)), replayed: false });
  };

  return async (
    { sn, force }: { sn: string; force: boolean },
    listener: (message: Inbound) => void,
    onEnded: (reason: string) => void = () => {},
  ): Promise<RobotTest> => {
    const session = sessionBySn(sn);
    if (!session) throw new TestRefused(await whyMissing(db, sn));
    if (tap.isOpen(sn)) throw new TestRefused(`${sn} is under test already.`);
    if (session.live.run) throw new TestRefused(`${sn} has an open run. Stop it first.`);
    const firstLaneSeq = await inScope(db, '*', async (tx) => {
      await refuseRobotAtWork(tx, session, force);
      await audit(tx, session, now());
      return await reserveLanes(tx, session, now().getTime());
    });
    await sayOffline(session);
    const test = tap.open(sn, listener, () => onEnded(`${sn} belongs to another server now.`));
    const { address, version } = session;
    const { interfaceName, major, manufacturer } = address;
    const base = `${interfaceName}/${major}/${manufacturer}/${sn}`;
    return {
      robot: { address, model: session.device.model, version, firstLaneSeq, laneNumbers },
      // Never retained: the robot must not find a message of the test after it.
      publish: (name, payload, qos) => test.publish(`${base}/${name}`, payload, { qos }),
      disconnect: test.disconnect,
      close: test.close,
    };
  };
}

/** Why this server has no session of a robot. */
async function whyMissing(db: Db, sn: string): Promise<string> {
  const [device] = await inScope(
    db,
    '*',
    (tx) => tx.select({ id: devices.id }).from(devices).where(eq(devices.sn, sn)),
    { readOnly: true },
  );
  if (!device) return `No device has the serial number ${sn}.`;
  const owner = await ownerNameOf(db, device.id);
  return owner === undefined
    ? `${sn} has no server at the moment. Try again in some seconds.`
    : `${sn} belongs to the server ${owner} now. Run the tool beside that server, with its data folder.`;
}

/** Refuses a robot that is not activated, or that a customer uses. */
async function refuseRobotAtWork(tx: Tx, { device }: Session, force: boolean): Promise<void> {
  const [row] = await tx
    .select({ binding: devices.binding, inventory: devices.inventory, company: companies })
    .from(devices)
    .innerJoin(companies, eq(companies.id, devices.companyId))
    .where(eq(devices.id, device.deviceId));
  if (row?.binding !== 'ACTIVATED') throw new TestRefused(`${device.sn} is not activated or is frozen.`);
  const isAtCustomer = row.company.type === companyTypes.terminal || row.inventory === 'OUTBOUND';
  if (isAtCustomer && !force)
    throw new TestRefused(
      `${device.sn} works for ${row.company.name}. A test moves the robot, changes its settings and takes it away from its ` +
        `users for some minutes. Move it into stock first, or add --force.`,
    );
}

/**
 * Reserves the numbers of the test, so that the robot accepts the server's later commands. The row of the highest number is
 * kept as long as the lane has no higher one.
 */
async function reserveLanes(
  tx: Tx,
  { device: { deviceId, companyId } }: Session,
  nowMs: number,
): Promise<Record<Lane, number>> {
  const at = new Date(nowMs).toISOString();
  const first = {} as Record<Lane, number>;
  for (const lane of lanes) {
    first[lane] = await nextLaneSeq(tx, deviceId, lane);
    const numbers = { lane, laneSeq: first[lane] + laneNumbers, class: 'INTERACTIVE' as const };
    const times = { ttlMs: 1000, timeoutMs: 1000 };
    const about = { companyId, deviceId, type: 'ping', params: {}, by: '', reason: '' };
    const row = newRow({ ...about, ...numbers, ...times }, nowMs);
    await tx.insert(commands).values({ ...row, status: 'CANCELED', endedAt: at });
  }
  return first;
}

const audit = (tx: Tx, { device }: Session, now: Date) =>
  tx.insert(auditEntries).values({
    companyId: device.companyId,
    at: now.toISOString(),
    accountName: '',
    call: 'npm run conform',
    action: 'robots.conform',
    recordId: device.deviceId,
    recordName: device.nickname || device.sn,
    code: 200,
    reason: null,
    address: '',
    requestId: newId(),
  });
