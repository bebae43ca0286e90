import { permissions, type ShellStanding } from '@sweepline/contract';
import { can, xReported, type Vehicle } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { shellPolicies } from '../../../entities/remote/shell-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { hasPermission, type Account, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { controlHashOf, grantOf } from '../../devices/control/control-service.ts';
import { sessionSeenBy, standingRow } from './shell-rows.ts';
import { approvalsDue } from './shell-rules.ts';

type Device = typeof devices.$inferSelect;

/** Whether the robot says that it can open a shell, and with which host key. */
export async function isShellSupported(all: Tx, device: Vehicle & { id: string }): Promise<boolean> {
  if (!can(device, 'shell')) return false;
  const { id } = device;
  const [row] = await all
    .select({ document: deviceDocuments.document })
    .from(deviceDocuments)
    .where(and(eq(deviceDocuments.deviceId, id), eq(deviceDocuments.kind, 'REPORTED')));
  const { streamKinds, sshHostKey } = xReported.shape;
  const kinds = streamKinds.parse(row?.document['streamKinds']);
  return (kinds?.includes('SSH') ?? false) && sshHostKey.parse(row?.document['sshHostKey']) !== undefined;
}

/** Whether a control password is set, and this sign-in has entered it. */
export async function passwordOf(all: Tx, { sessionId }: Account, device: Device, now: Ctx['now']) {
  const isSet = (await controlHashOf(all, device)) !== undefined;
  const isEntered = isSet && (await grantOf(all, sessionId, device.id, now)) !== undefined;
  return { isSet, isEntered };
}

export type LiveRobots = Pick<Robots, 'live'>;

/** The owner of the robot is asked, because the stored state of a robot that has just connected follows later. */
export async function isOnline(all: Tx, robots: LiveRobots, deviceId: string): Promise<boolean> {
  const live = await robots.live(deviceId);
  if (live) return live.connection.state === 'ONLINE';
  const [row] = await all
    .select({ state: deviceLives.state })
    .from(deviceLives)
    .where(eq(deviceLives.id, deviceId));
  return row?.state === 'ONLINE';
}

/** The approvals that a request of this account for a device needs. */
export async function approvalsDueOf(all: Tx, account: Account, device: Device) {
  const [company] = await all
    .select({ type: companies.type, name: companies.name })
    .from(companies)
    .where(eq(companies.id, account.companyId));
  const [policy] = await all
    .select()
    .from(shellPolicies)
    .where(eq(shellPolicies.companyId, device.companyId));
  const sides = approvalsDue(
    { companyId: account.companyId, companyType: company?.type ?? 0 },
    { companyId: device.companyId, ownerApproves: policy?.ownerApproves ?? false },
  );
  return { sides, company: company?.name ?? '' };
}

/** What the caller may do with the shell of a device. */
export async function standingOf(
  ctx: Pick<Ctx, 'db' | 'account' | 'now'>,
  robots: LiveRobots,
  deviceId: string,
): Promise<ShellStanding> {
  const { db, account, now } = ctx;
  const device = await find(db, devices, deviceId);
  const isHimself = !account.viewer && device.binding === 'ACTIVATED';
  const mayRequest = isHimself && hasPermission(account, permissions.deviceShell);
  const row = await standingRow(ctx, deviceId);
  const session = row ? await sessionSeenBy(ctx, row) : null;
  return await asSystem(db, async (all) => {
    const password = await passwordOf(all, account, device, now);
    return {
      mayRequest,
      mayApprove: isHimself && hasPermission(account, permissions.deviceShellApprove),
      mayBreakGlass: mayRequest && account.superAdmin,
      supported: await isShellSupported(all, device),
      online: await isOnline(all, robots, deviceId),
      passwordDue: password.isSet && !password.isEntered,
      approvalsDue: (await approvalsDueOf(all, account, device)).sides,
      session,
      at: now().toISOString(),
    };
  });
}
