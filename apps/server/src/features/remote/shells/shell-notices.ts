import { permissions, everything } from '@sweepline/contract';
import { and, eq, inArray, or, arrayOverlaps } from 'drizzle-orm';
import type { devices } from '../../../entities/devices/device-table.ts';
import type { ShellRow } from '../../../entities/remote/shell-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { notify, type NewNotice } from '../../people/notices/notice-service.ts';

type Device = typeof devices.$inferSelect;
type NoticeTemplate = Extract<NewNotice, { template: unknown }>['template'];
type Teller = Pick<Ctx, 'services' | 'now'>;

const nameOf = ({ nickname, sn }: Device) => nickname || sn;
const paramsOf = (device: Device, { requester, requesterCompany }: ShellRow) => ({
  name: nameOf(device),
  person: requester,
  company: requesterCompany,
});

/** The accounts of these companies that may approve, where a company named approvers only those. */
async function approversIn(all: Tx, companyIds: readonly string[]) {
  const rows = await all
    .select({ id: accounts.id, companyId: accounts.companyId, approver: accounts.approver })
    .from(accounts)
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(
      and(
        inArray(accounts.companyId, [...companyIds]),
        eq(accounts.disabled, false),
        or(
          eq(accounts.roleType, 1),
          arrayOverlaps(roles.permissions, [permissions.deviceShellApprove, everything]),
        ),
      ),
    );
  const naming = new Set(rows.filter(({ approver }) => approver).map(({ companyId }) => companyId));
  return rows.filter(({ companyId, approver }) => approver || !naming.has(companyId));
}

/** Notifies those who may approve a shell of this requester: for the sides that wait, or all of its company. */
export const notifyApprovers = (
  { services, now }: Teller,
  db: Tx,
  { row, device, template }: { row: ShellRow; device: Device; template: NoticeTemplate },
): Promise<void> =>
  asSystem(db, async (all) => {
    const companies = new Set(
      row.approvals.map(({ side }) => (side === 'OWNER' ? row.companyId : row.requesterCompanyId)),
    );
    for (const { id: accountId, companyId } of await approversIn(all, [...companies]))
      if (accountId !== row.accountId)
        await notify(all, services.bus, now, {
          kind: 'system',
          companyId,
          accountId,
          about: { kind: 'device', id: device.id },
          template,
          params: paramsOf(device, row),
          occasion: `shell/${row.id}/${template}/${accountId}`,
        });
  });

/** Notifies the requester of an approval or a refusal by this person. */
export const notifyRequester = (
  { services, now }: Teller,
  db: Tx,
  { row, device, template, by }: { row: ShellRow; device: Device; template: NoticeTemplate; by: string },
): Promise<unknown> =>
  asSystem(db, (all) =>
    notify(all, services.bus, now, {
      kind: 'system',
      companyId: row.requesterCompanyId,
      accountId: row.accountId,
      about: { kind: 'device', id: device.id },
      template,
      params: { name: nameOf(device), person: by },
      occasion: `shell/${row.id}/${template}`,
    }),
  );

/** Notifies the robot's company. */
export const notifyOwner = (
  { services, now }: Teller,
  db: Tx,
  { row, device, template }: { row: ShellRow; device: Device; template: NoticeTemplate },
): Promise<unknown> =>
  asSystem(db, (all) =>
    notify(all, services.bus, now, {
      kind: 'device',
      companyId: row.companyId,
      deviceId: device.id,
      about: { kind: 'device', id: device.id },
      template,
      params: paramsOf(device, row),
      occasion: `shell/${row.id}/${template}`,
    }),
  );
