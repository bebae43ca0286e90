import { and, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { devices } from '../devices/device-table.ts';
import { useStatusAtEnd } from '../device-stock/stock-service.ts';
import { notify } from '../notices/notice-service.ts';
import { changeBinding } from './binding-service.ts';

const most = 200;

/**
 * Freezes the devices whose time is up, whoever else froze them before, and tells their companies. Answers whose gateway has to
 * go on with it. Over all companies; a few hundred at a time, the rest at the next look.
 */
export async function freezeExpired(tx: Tx, bus: Bus, now: Clock): Promise<string[]> {
  const due = await tx
    .select()
    .from(devices)
    .where(
      and(
        lte(devices.usableUntil, now().toISOString()),
        inArray(devices.binding, ['ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING']),
        or(isNull(devices.freezeCause), ne(devices.freezeCause, 'EXPIRED')),
      ),
    )
    .limit(most)
    .for('update', { skipLocked: true });
  for (const device of due) {
    const { id, companyId, usageType, useStatus, usableUntil, nickname, sn } = device;
    await changeBinding({ tx, bus, now, by: '' }, device, 'EXPIRE', {
      ...{ freezeCause: 'EXPIRED', freezeReason: '', freezeCompanyId: null },
      useStatus: useStatusAtEnd(usageType, useStatus),
      // A device that is on its way to being frozen, or frozen, goes on with that.
      ...(device.binding === 'FREEZING' && { bindingCommandId: device.bindingCommandId }),
    });
    await notify(tx, bus, now, {
      ...{ kind: 'device', companyId, deviceId: id, about: { kind: 'device', id } },
      ...{ template: 'deviceExpired', params: { name: nickname || sn } },
      occasion: `expired/${id}/${usableUntil}`,
    });
  }
  return due.map(({ id }) => id);
}
