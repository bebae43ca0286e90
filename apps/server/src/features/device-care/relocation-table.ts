import { relocationEnds, relocationStates } from '@sweepline/contract';
import { text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';

/** Whether a robot is being told where it is (protocol 2.9): one row per robot, as the gateway last left it. */
export const relocations = ownedTable(
  'device_relocations',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    state: text({ enum: relocationStates }).notNull(),
    mapId: text().notNull(),
    enteredAt: moment().notNull(),
    enteredBy: text().notNull(),
    /** Nobody forgets a robot in it: it ends by itself. */
    endsAt: moment().notNull(),
    exitedAt: moment(),
    exitReason: text({ enum: relocationEnds }),
  },
  (table) => [unique('device_relocations_device').on(table.deviceId)],
);
