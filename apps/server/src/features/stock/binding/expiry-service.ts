import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { devices, isExpired, isNotExpired } from '../../../entities/devices/device-table.ts';
import { useStatusAtEnd } from '../robots/stock-service.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { changeBinding } from './binding-service.ts';

const maxDevices = 200;

/**
 * Freezes devices at the end of their use, also those that are frozen for another reason, and notifies their companies.
 * Returns the ids for which the gateway must send commands. The transaction must see all companies. One call handles at
 * most `maxDevices`.
 */
export async function freezeExpired(tx: Tx, bus: Bus, now: Clock): Promise<string[]> {
  const due = await tx
    .select()
    .from(devices)
    .where(
      and(
        lte(devices.usableUntil, now().toISOString()),
        inArray(devices.binding, ['ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING']),
        isNotExpired(devices.freezeCause),
      ),
    )
    .limit(maxDevices)
    .for('update', { skipLocked: true });
  for (const device of due) {
    const { id, companyId, usageType, useStatus, usableUntil, nickname, sn } = device;
    await changeBinding({ tx, bus, now, by: '' }, device, 'EXPIRE', {
      // The reason and company of an earlier freeze stay, so that it holds again after an extension.
      freezeCause: 'EXPIRED',
      useStatus: useStatusAtEnd(usageType, useStatus),
      // A device that is being frozen keeps its pending command.
      ...(device.binding === 'FREEZING' && { bindingCommandId: device.bindingCommandId }),
    });
    await notify(tx, bus, now, {
      kind: 'device',
      companyId,
      deviceId: id,
      about: { kind: 'device', id },
      template: 'deviceExpired',
      params: { name: nickname || sn },
      occasion: `expired/${id}/${usableUntil}`,
    });
  }
  return due.map(({ id }) => id);
}

/**
 * Ends the freeze of devices whose use was extended after they had expired; a freeze by a person holds again. Returns the ids for
 * which the gateway must send commands. The transaction must see all companies.
 */
export async function unfreezeExtended(tx: Tx, bus: Bus, now: Clock): Promise<string[]> {
  const extended = await tx
    .select()
    .from(devices)
    .where(
      and(
        isExpired(devices.freezeCause),
        inArray(devices.binding, ['FREEZING', 'FROZEN']),
        or(isNull(devices.usableUntil), gt(devices.usableUntil, now().toISOString())),
      ),
    )
    .limit(maxDevices)
    .for('update', { skipLocked: true });
  for (const device of extended) {
    if (device.freezeCompanyId === null) await changeBinding({ tx, bus, now, by: '' }, device, 'UNFREEZE');
    else await tx.update(devices).set({ freezeCause: 'PERSON' }).where(eq(devices.id, device.id));
  }
  return extended.map(({ id }) => id);
}
