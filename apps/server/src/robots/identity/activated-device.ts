import { cardKeyOf, companyTypes } from '@sweepline/contract';
import type { ActivationRequest } from '@sweepline/contract/robot';
import { eq, sql } from 'drizzle-orm';
import { usableUntil, type CodeRow } from '../../features/stock/activation-codes/activation-code-service.ts';
import { newCredential } from '../../features/devices/identity/credential-service.ts';
import type { Issued } from '../../features/devices/identity/certificate-service.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';

const hourMs = 3_600_000;
/** How long a robot whose answer was lost may repeat the call with the same code. */
const repeatMs = 24 * hourMs;

export type DeviceRow = typeof devices.$inferSelect;
export interface Attempt {
  request: ActivationRequest;
  /** The network address of the caller. */
  address: string;
  /** Set if the robot requests a certificate. */
  issued: Issued | undefined;
  now: Date;
}

/** Whether the same robot repeats an activation because it missed the answer. */
export const isRepetition = ({ hardwareId, sn, usedAt }: CodeRow, { request, now }: Attempt) =>
  hardwareId === request.hardwareId &&
  sn === request.serialNumber &&
  usedAt !== null &&
  now.getTime() - Date.parse(usedAt) < repeatMs;

/** The robot that a used code activated, if it is still bound. */
export async function boundDevice(tx: Tx, { deviceId, sn }: CodeRow): Promise<DeviceRow | undefined> {
  if (deviceId === null) return undefined;
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId)).for('update');
  return device?.binding === 'ACTIVATED' && device.sn === sn ? device : undefined;
}

/** The robot's row in the company of the code: new, or the unbound one. Undefined if the serial number is taken. */
export async function assignDevice(
  tx: Tx,
  code: CodeRow,
  { request, now }: Attempt,
): Promise<DeviceRow | undefined> {
  const { serialNumber: sn } = request;
  const columns = await columnsOf(tx, code, { request, now });
  const [existing] = await tx
    .select()
    .from(devices)
    .where(eq(sql`lower(${devices.sn})`, sn.toLowerCase()))
    .for('update');
  if (existing) {
    if (existing.binding !== 'NOT_ACTIVATED') return undefined;
    const moved = existing.companyId !== code.companyId && { siteId: null, nickname: sn, tags: [] };
    const [changed] = await tx
      .update(devices)
      .set({ ...columns, ...moved, formerSecretHash: null, version: existing.version + 1 })
      .where(eq(devices.id, existing.id))
      .returning();
    return changed;
  }
  const { secretHash } = newCredential();
  const inserted = {
    ...columns,
    id: newId(),
    nickname: sn,
    protocol: code.model === 'PLAIN' ? ('v2' as const) : ('v3' as const),
    secretHash,
    createdAt: columns.activatedAt,
  };
  // If two robots report the same serial number with different codes, the second finds the row taken.
  const [device] = await tx.insert(devices).values(inserted).onConflictDoNothing().returning();
  return device;
}

async function columnsOf(tx: Tx, code: CodeRow, { request, now }: Pick<Attempt, 'request' | 'now'>) {
  const { serialNumber: sn, manufacturer, iccid, versions = {} } = request;
  const at = now.toISOString();
  const card = cardKeyOf(iccid ?? '');
  const { companyId, model, usageType } = code;
  const [holder] = await tx
    .select({ type: companies.type })
    .from(companies)
    .where(eq(companies.id, companyId));
  return {
    // A robot that is activated at a customer has left the stock.
    ...(holder?.type === companyTypes.terminal && { inventory: 'OUTBOUND' as const, inventoryAt: at }),
    sn,
    manufacturer,
    model,
    companyId,
    usageType,
    activatedAt: at,
    usableUntil: usableUntil(code, now),
    warrantyFrom: at,
    binding: 'ACTIVATED' as const,
    bindingBy: sn,
    bindingAt: at,
    updatedAt: at,
    updatedBy: sn,
    ...(card !== undefined && { iccid: card }),
    softwareVersion: versions['software'] ?? versions['robot'] ?? null,
    hardwareVersion: versions['hardware'] ?? null,
  };
}
