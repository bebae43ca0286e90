import { connectionRefusalCalls } from '@sweepline/contract';
import { and, desc, eq, getTableColumns, ilike, or } from 'drizzle-orm';
import { connectionRefusals } from '../../../entities/installation/connection-refusal-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';

const { companyId: _companyId, deviceId: _deviceId, ...columns } = getTableColumns(connectionRefusals);

export const connectionRefusalAnswers = answer(connectionRefusalCalls, {
  list: ({ db }, input) => {
    const { keyword, deviceId } = input;
    const where = and(
      visible(db, connectionRefusals),
      deviceId ? eq(connectionRefusals.deviceId, deviceId) : undefined,
      keyword
        ? or(
            ilike(connectionRefusals.sn, contains(keyword)),
            ilike(connectionRefusals.address, contains(keyword)),
          )
        : undefined,
    );
    const rows = db
      .select({ ...columns, device: { id: devices.id, nickname: devices.nickname } })
      .from(connectionRefusals)
      .leftJoin(devices, and(eq(devices.id, connectionRefusals.deviceId), visible(db, devices)))
      .where(where)
      .orderBy(desc(connectionRefusals.lastAt), desc(connectionRefusals.id));
    return paginate(input, rows, counted(db, connectionRefusals, where));
  },
});
