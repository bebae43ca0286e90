import { permissions, type DriveRight } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { hasVideoConsent } from '../../../entities/people/agreement-service.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { hasPermission, type Account } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { presentRights, type Driver, type DriverRights } from '../../devices/control/control-service.ts';
import { shareOf } from '../../devices/control/share-service.ts';
import { settingsSection } from '../../devices/settings/section-service.ts';

/** The right by which an account may watch a device, null without one. The transaction must see all companies. */
export async function videoRightOf(
  all: Tx,
  who: DriverRights,
  { id, companyId }: { id: string; companyId: string },
  now: Clock,
): Promise<DriveRight | null> {
  const sees = who.scope === '*' || who.scope.includes(companyId);
  // `hasPermission` reads only these properties of an account.
  if (sees && hasPermission(who as Account, permissions.deviceVideo)) return 'COMPANY';
  return (await shareOf(all, who.id, id, 'VIDEO', now().getTime())) ? 'SHARE' : null;
}

/** Whether a viewer may continue: signed in, right, device and the consent of the site are still valid. Checked every second. */
export const mayStillWatch = (db: Db, now: Clock, viewer: Driver): Promise<boolean> =>
  inScope(
    db,
    '*',
    async (all) => {
      const present = await presentRights(all, viewer);
      if (present === undefined || !(await hasVideoConsent(all, present.device, now()))) return false;
      return (await videoRightOf(all, present.rights, present.device, now)) !== null;
    },
    { readOnly: true },
  );

/** Whether a viewer who records may still do so. Checked every second, beside the right to watch. */
export const mayStillRecord = (db: Db, viewer: Driver): Promise<boolean> =>
  inScope(
    db,
    '*',
    async (all) => {
      const present = await presentRights(all, viewer);
      // `hasPermission` reads only these properties of an account.
      return present !== undefined && hasPermission(present.rights as Account, permissions.deviceRecord);
    },
    { readOnly: true },
  );

/** False if the settings of the device switch video off, or the robot reports that it is off. */
export async function isVideoAllowed(all: Tx, deviceId: string): Promise<boolean> {
  const [section] = await all
    .select({ document: deviceSections.document, reported: deviceSections.reportedDocument })
    .from(deviceSections)
    .where(and(eq(deviceSections.deviceId, deviceId), eq(deviceSections.name, settingsSection)));
  return ![section?.document, section?.reported].some((it) => it?.['videoAllowed'] === false);
}

export const isVideoOff = (db: Db, deviceId: string): Promise<boolean> =>
  inScope(db, '*', async (all) => !(await isVideoAllowed(all, deviceId)), { readOnly: true });
