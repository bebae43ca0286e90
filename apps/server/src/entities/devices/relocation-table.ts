import { relocationEnds, relocationStates } from '@sweepline/contract';
import { text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from './device-table.ts';

/** The relocation mode of a robot, one row per robot. See docs/protocol/maps.md#relocation. */
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
    /** The mode ends automatically at this time. */
    endsAt: moment().notNull(),
    exitedAt: moment(),
    exitReason: text({ enum: relocationEnds }),
  },
  (table) => [unique('device_relocations_device').on(table.deviceId)],
);
