import { isOverLogPull, type DeviceLog } from '@sweepline/contract';
import { can, pullFault } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { deviceLogs, type DeviceLogRow } from '../../../entities/remote/device-log-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { find } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { RobotRefusal, withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { readLog } from './device-log-list.ts';

type Wish = Pick<DeviceLogRow, 'source' | 'paths' | 'fromAt' | 'toAt' | 'modules'>;
interface Request extends Wish {
  deviceId: string;
  allowMobileData: boolean;
}

/** Refuses an empty list, an empty path, and folders that robots do not give out. */
export function checkPaths(paths: readonly string[]): void {
  if (paths.length === 0 || paths.includes('')) throw wrongField('paths', 'PATH_EMPTY');
  const [fault] = paths.flatMap((path) => pullFault(path) ?? []);
  if (fault) throw wrongField('paths', fault);
}

const paramsOf = ({ paths, fromAt, toAt, modules, allowMobileData }: Request, jobId: string) => ({
  jobId,
  ...(paths.length > 0 ? { paths } : { range: { from: fromAt, to: toAt, modules } }),
  compress: true,
  allowMobileData,
});

/** The robot, if it can send its logs, else a refusal. */
export async function findLogging(ctx: Ctx, deviceId: string) {
  const device = await inShortTransaction(ctx, (db) => find(db, devices, deviceId));
  if (!can(device, 'logPull')) throw new Refusal('notSupported');
  return device;
}

/** An offline robot would send the lines days later, so it is refused. */
export async function checkOnline(robots: Robots, deviceId: string): Promise<void> {
  const live = await robots.live(deviceId);
  if (live?.connection.state !== 'ONLINE') throw new Refusal('deviceOffline');
}

/** Asks a robot for logs. The request is stored first: a robot may upload before the command is answered. */
export async function pullLogs(ctx: Ctx, robots: Robots, request: Request): Promise<DeviceLog> {
  const { deviceId, allowMobileData: _allowMobileData, ...wish } = request;
  const ids = { id: newId(), commandId: newId(), jobId: newId() };
  const params = paramsOf(request, ids.jobId);
  const device = await findLogging(ctx, deviceId);
  await checkOnline(robots, deviceId);
  await inShortTransaction(ctx, (db) =>
    db.insert(deviceLogs).values({
      ...ids,
      ...wish,
      params,
      companyId: device.companyId,
      deviceId,
      requestedById: ctx.account.id,
      createdAt: ctx.now().toISOString(),
    }),
  );
  const command = {
    id: ids.commandId,
    deviceId,
    type: 'job.logPull' as const,
    params,
    by: ctx.account.username,
  };
  try {
    await withCallRefusals(robots.commands.sendCommand(command));
  } catch (error) {
    await inShortTransaction(ctx, (db) => db.delete(deviceLogs).where(eq(deviceLogs.id, ids.id)));
    throw error;
  }
  return await inShortTransaction(ctx, (db) => readLog(db, ids.id));
}

/** Cancels a pull: its command as long as the robot has not accepted it, else its job. */
export async function cancelPull(ctx: Ctx, robots: Robots, id: string): Promise<DeviceLog> {
  const read = () => inShortTransaction(ctx, (db) => readLog(db, id));
  const { state } = await read();
  if (isOverLogPull(state)) throw new Refusal('wrongState');
  const { commandId, jobId, deviceId } = await inShortTransaction(ctx, (db) => find(db, deviceLogs, id));
  const by = ctx.account.username;
  const isCanceled =
    state === 'WAITING' &&
    (await robots.commands.cancel(commandId, by).then(
      () => true,
      (error: unknown) => {
        // The robot has accepted it meanwhile.
        if (error instanceof RobotRefusal && error.code === 'WRONG_STATE') return false;
        throw error;
      },
    ));
  if (!isCanceled)
    await withCallRefusals(
      robots.commands.sendCommand({ deviceId, type: 'job.cancel', params: { jobId }, by }),
    );
  return await read();
}
