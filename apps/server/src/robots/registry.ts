import { eq } from 'drizzle-orm';
import { devices } from '../features/devices/device-table.ts';
import { inScope, type Db } from '../platform/db.ts';

/** What the gateway needs to know of a registered device. */
export interface Registration {
  deviceId: string;
  companyId: string;
  sn: string;
  manufacturer: string;
  model: string;
  protocol: 'v3' | 'v2';
  nickname: string;
  binding: string;
  secretHash: string;
}

/** All registered devices, in memory: every message is looked up here. */
export interface Registry {
  /** Exactly this spelling; serial numbers are unique without regard to case, but a topic level is what it is. */
  bySn(sn: string): Registration | undefined;
  byId(deviceId: string): Registration | undefined;
  all(): Iterable<Registration>;
  /** Reads one device again. Answers what it was and what it is now; undefined for one that is gone. */
  reload(deviceId: string): Promise<{ before: Registration | undefined; after: Registration | undefined }>;
}

export const registrationOf = (row: typeof devices.$inferSelect): Registration => ({
  deviceId: row.id,
  companyId: row.companyId,
  sn: row.sn,
  manufacturer: row.manufacturer,
  model: row.model,
  protocol: row.protocol,
  nickname: row.nickname,
  binding: row.binding,
  secretHash: row.secretHash,
});

/** Binding states in which a device may talk to us. */
const bound = new Set(['ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING', 'UNBINDING']);
export const isBound = (device: Registration) => bound.has(device.binding);
export const isFrozen = (device: Registration) =>
  device.binding === 'FREEZING' || device.binding === 'FROZEN';

export async function openRegistry(db: Db): Promise<Registry> {
  const byId = new Map<string, Registration>();
  const bySn = new Map<string, Registration>();
  const put = (device: Registration) => {
    byId.set(device.deviceId, device);
    bySn.set(device.sn, device);
  };
  const remove = (deviceId: string) => {
    const known = byId.get(deviceId);
    if (!known) return;
    byId.delete(deviceId);
    if (bySn.get(known.sn) === known) bySn.delete(known.sn);
  };
  const rows = await inScope(db, '*', (tx) => tx.select().from(devices), { readOnly: true });
  for (const row of rows) put(registrationOf(row));

  return {
    bySn: (sn) => bySn.get(sn),
    byId: (deviceId) => byId.get(deviceId),
    all: () => byId.values(),
    reload: async (deviceId) => {
      const [row] = await inScope(
        db,
        '*',
        (tx) => tx.select().from(devices).where(eq(devices.id, deviceId)),
        {
          readOnly: true,
        },
      );
      const before = byId.get(deviceId);
      remove(deviceId);
      const after = row && registrationOf(row);
      if (after) put(after);
      return { before, after };
    },
  };
}
