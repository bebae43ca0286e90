import { deviceRequestCalls, type DeviceRequest } from '@sweepline/contract';
import { modelOfSerial } from '@sweepline/contract/robot';
import { and, desc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { BrokerNames } from '../identity/broker-name-service.ts';
import { registerDevice } from './device-register.ts';
import { deviceRequests } from '../../../entities/devices/device-request-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';

type Row = typeof deviceRequests.$inferSelect;

/** Null before its first declaration. */
function declaredOf(declaration: Row['declaration']): DeviceRequest['declared'] {
  if (!declaration) return null;
  const { capabilities = null, cleaning = null, widthM = null, maxSpeedMps = null } = declaration;
  return { capabilities, cleaning, widthM, maxSpeedMps };
}

const requestOf = ({ ignoredAt, declaration, ...row }: Row): DeviceRequest => ({
  ...row,
  vehicleType: declaration?.vehicleType ?? '',
  actions: declaration?.actions ?? null,
  declared: declaredOf(declaration),
  model: modelOfSerial(row.manufacturer, row.sn),
  ignored: ignoredAt !== null,
});

/** Excludes registered devices, because the gateway may write a request during the registration. */
const unregistered = (db: Tx) =>
  notExists(
    db
      .select({ id: devices.id })
      .from(devices)
      .where(eq(sql`lower(${devices.sn})`, sql`lower(${deviceRequests.sn})`)),
  );

export const deviceRequestAnswers = ({ robots }: { robots: BrokerNames }) =>
  answer(deviceRequestCalls, {
    list: async ({ db }, input) => {
      const where = and(
        visible(db, deviceRequests),
        input.ignored ? isNotNull(deviceRequests.ignoredAt) : isNull(deviceRequests.ignoredAt),
        unregistered(db),
      );
      const rows = db
        .select()
        .from(deviceRequests)
        .where(where)
        .orderBy(desc(deviceRequests.lastSeenAt), desc(deviceRequests.id));
      const { list, total } = await paginate(input, rows, counted(db, deviceRequests, where));
      return { list: list.map(requestOf), total };
    },

    adopt: async (ctx, { id, ...input }) => {
      const { sn, manufacturer, protocol } = await find(ctx.db, deviceRequests, id, { lock: true });
      const registered = await registerDevice(ctx, { sn, manufacturer, protocol, ...input }, robots);
      await ctx.db.delete(deviceRequests).where(eq(deviceRequests.id, id));
      return registered;
    },

    ignore: async ({ db, account, now }, { id }) => {
      await find(db, deviceRequests, id, { lock: true });
      await db
        .update(deviceRequests)
        .set({ ignoredAt: now().toISOString(), ignoredBy: account.username })
        .where(eq(deviceRequests.id, id));
      return {};
    },

    regard: async ({ db }, { id }) => {
      await find(db, deviceRequests, id, { lock: true });
      await db
        .update(deviceRequests)
        .set({ ignoredAt: null, ignoredBy: null })
        .where(eq(deviceRequests.id, id));
      return {};
    },
  });
