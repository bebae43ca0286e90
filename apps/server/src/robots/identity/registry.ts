import type { BindingState } from '@sweepline/contract';
import { and, eq, getTableColumns, inArray, isNull, type SQL } from 'drizzle-orm';
import { devices } from '../../entities/devices/device-table.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { deviceCertificates } from '../../entities/devices/certificate-table.ts';

/** The fields of a registered device that the gateway needs. */
export interface Registration {
  deviceId: string;
  companyId: string;
  sn: string;
  manufacturer: string;
  model: string;
  protocol: 'v3' | 'v2';
  nickname: string;
  binding: BindingState;
  secretHash: string;
}

/** The registered devices of this server, in memory, because every message needs one. */
export interface Registry {
  /** Compares case, as topic levels do, although serial numbers are unique without regard to case. */
  bySn(sn: string): Registration | undefined;
  byId(deviceId: string): Registration | undefined;
  all(): Iterable<Registration>;
  /** Fingerprints of the valid certificates of a device. */
  certificatesOf(deviceId: string): ReadonlySet<string>;
  /** Reloads one device. Returns its state before and after; undefined if deleted. */
  reload(deviceId: string): Promise<{ before: Registration | undefined; after: Registration | undefined }>;
  /** Loads new devices in one query; those already loaded stay unchanged. */
  admitNew(deviceIds: readonly string[]): Promise<Registration[]>;
  /** Loads the devices of these shards. */
  adopt(shards: readonly number[]): Promise<Registration[]>;
  /** Forgets a device that another server owns from now on. */
  dismiss(deviceId: string): void;
}

/** The robots that this server acts for. */
export interface RobotOwnership {
  owns(deviceId: string): boolean;
}

/** The columns of a device that make its registration. */
export type RegistrationRow = Pick<typeof devices.$inferSelect, keyof Omit<Registration, 'deviceId'> | 'id'>;
export const registrationOf = (row: RegistrationRow): Registration => ({
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

// A start reads the rows of all robots: the other columns would be a multiple of these.
const { id, companyId, sn, manufacturer, model, protocol, nickname, binding, secretHash } =
  getTableColumns(devices);
const registered = { id, companyId, sn, manufacturer, model, protocol, nickname, binding, secretHash };

/** Binding states in which a device may connect. */
const bound = new Set(['ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING', 'UNBINDING']);
export const isBound = (device: Registration) => bound.has(device.binding);
/** A device stays frozen until the robot confirms the end. */
export const isFrozen = ({ binding }: Registration) =>
  binding === 'FREEZING' || binding === 'FROZEN' || binding === 'UNFREEZING';

/** Creates an empty registry; devices that another server owns are never loaded. */
export function createRegistry(db: Db, { owns }: RobotOwnership): Registry {
  const byId = new Map<string, Registration>();
  const bySn = new Map<string, Registration>();
  const certificatesOf = new Map<string, ReadonlySet<string>>();
  const setCertificates = (deviceId: string, rows: readonly { fingerprint: string }[]) => {
    if (rows.length === 0) certificatesOf.delete(deviceId);
    else certificatesOf.set(deviceId, new Set(rows.map(({ fingerprint }) => fingerprint)));
  };
  const put = (device: Registration) => {
    byId.set(device.deviceId, device);
    bySn.set(device.sn, device);
  };
  const remove = (deviceId: string) => {
    const device = byId.get(deviceId);
    if (!device) return;
    byId.delete(deviceId);
    if (bySn.get(device.sn) === device) bySn.delete(device.sn);
  };
  return {
    bySn: (sn) => bySn.get(sn),
    byId: (deviceId) => byId.get(deviceId),
    all: () => byId.values(),
    certificatesOf: (deviceId) => certificatesOf.get(deviceId) ?? none,
    admitNew: async (deviceIds) => {
      const rows = await inScope(
        db,
        '*',
        (tx) =>
          tx
            .select()
            .from(devices)
            .where(inArray(devices.id, [...deviceIds])),
        { readOnly: true },
      );
      // A device already loaded was reloaded meanwhile, and that state is at least as new.
      const added = rows.filter(({ id }) => owns(id) && !byId.has(id)).map(registrationOf);
      added.forEach(put);
      return added;
    },
    reload: async (deviceId) => {
      const { row, certificates } = await inScope(
        db,
        '*',
        async (tx) => ({
          row: (await tx.select().from(devices).where(eq(devices.id, deviceId)))[0],
          certificates: await validCertificates(tx, eq(deviceCertificates.deviceId, deviceId)),
        }),
        { readOnly: true },
      );
      const before = byId.get(deviceId);
      remove(deviceId);
      // A device that another server took over while it was read is left to that server.
      const after = row && owns(deviceId) ? registrationOf(row) : undefined;
      if (after) put(after);
      setCertificates(deviceId, after ? certificates : []);
      return { before, after };
    },
    adopt: async (shards) => {
      const { rows, certificates } = await inScope(
        db,
        '*',
        async (tx) => ({
          rows: await tx.select(registered).from(devices).where(inShards(devices.id, shards)),
          certificates: await validCertificates(tx, inShards(deviceCertificates.deviceId, shards)),
        }),
        { readOnly: true },
      );
      for (const [id, own] of Map.groupBy(certificates, (it) => it.deviceId)) setCertificates(id, own);
      const adopted = rows.map(registrationOf);
      adopted.forEach(put);
      return adopted;
    },
    dismiss: (deviceId) => {
      remove(deviceId);
      setCertificates(deviceId, []);
    },
  };
}

const none: ReadonlySet<string> = new Set();

const validCertificates = (tx: Tx, ofDevices: SQL | undefined) =>
  tx
    .select({ deviceId: deviceCertificates.deviceId, fingerprint: deviceCertificates.fingerprint })
    .from(deviceCertificates)
    .where(and(isNull(deviceCertificates.revokedAt), ofDevices));
