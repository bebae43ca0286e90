import { hashOf } from '../../features/service/fault-reports/fault-code-handlers.ts';
import { faultCodes } from '../../features/service/fault-reports/fault-report-table.ts';
import type { CheckItem } from '@sweepline/contract';
import { checklists } from '../../entities/service/checklist-table.ts';
import { spareParts } from '../../entities/stock/spare-part-table.ts';
import type { WorkOrderEvidence } from '@sweepline/contract';
import { workOrderEvidence } from '../../entities/service/work-order-evidence-table.ts';
import { workOrders } from '../../entities/service/work-order-table.ts';
import { fingerprintOf } from '../../features/service/orders/evidence/evidence-rules.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

/** A point to tick. */
export const aPoint = (overrides: Partial<CheckItem> = {}): CheckItem => ({
  id: newId(),
  kind: 'TICK',
  text: 'Brush turns',
  required: true,
  unit: '',
  min: null,
  max: null,
  makesOrder: false,
  ...overrides,
});

/** Builders of work orders. The default company is the mall. */
export function workOrderBuilders(
  db: Db,
  now: Clock,
  aDevice: (overrides: { companyId: string }) => Promise<{ id: string }>,
) {
  let count = 0;
  const aWorkOrder = (overrides: Partial<typeof workOrders.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        id: newId(),
        companyId: companyIds.mall,
        number: `2026-${String(900_000 + ++count)}`,
        name: 'Brush is jammed',
        type: 'FAULT' as const,
        level: 'SERIOUS' as const,
        faultType: 'CLEANING' as const,
        origin: 'PERSON' as const,
        description: 'The brush does not turn',
        submittedAt: at,
        updatedAt: at,
        ...overrides,
      };
      return (await tx.insert(workOrders).values(row).returning())[0]!;
    });
  /** A QR code on a robot, with its token. */
  const aFaultCode = async (overrides: { companyId?: string; deviceId?: string } = {}) => {
    const { companyId = companyIds.mall } = overrides;
    const deviceId = overrides.deviceId ?? (await aDevice({ companyId })).id;
    const token = `fault_${newId()}`;
    return await inScope(db, '*', async (tx) => {
      const row = {
        companyId,
        deviceId,
        tokenHash: hashOf(token),
        note: '',
        createdAt: now().toISOString(),
        createdBy: 'test',
      };
      const [code] = await tx.insert(faultCodes).values(row).returning();
      return { ...code!, token };
    });
  };
  const stamp = () => {
    const at = now().toISOString();
    return { createdAt: at, updatedAt: at, updatedBy: 'test' };
  };
  const aChecklist = (overrides: Partial<typeof checklists.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const row = {
        companyId: companyIds.mall,
        name: `Weekly ${++count}`,
        items: [aPoint()],
        ...stamp(),
        ...overrides,
      };
      return (await tx.insert(checklists).values(row).returning())[0]!;
    });
  const aSparePart = (overrides: Partial<typeof spareParts.$inferInsert> = {}) =>
    inScope(db, '*', async (tx) => {
      const row = {
        companyId: companyIds.mall,
        number: `P-${++count}`,
        name: 'Brush',
        ...stamp(),
        ...overrides,
      };
      return (await tx.insert(spareParts).values(row).returning())[0]!;
    });
  /** An order with the evidence of a robot that has reported nothing yet. */
  const anOrderWithEvidence = async (overrides: Partial<typeof workOrders.$inferInsert> = {}) => {
    const order = await aWorkOrder(overrides);
    const { id: orderId, companyId, deviceName: name, deviceModel: model, deviceSn: sn } = order;
    const takenAt = now().toISOString();
    const none = {
      samples: [],
      modes: [],
      connection: [],
      trail: [],
      alarms: [],
      commands: [],
      runs: [],
      drives: [],
    };
    const content: WorkOrderEvidence = {
      takenAt,
      device: { id: order.deviceId ?? newId(), sn, name, model, mapRotation: 0 },
      alarm: null,
      live: null,
      versions: [],
      consumables: { at: null, list: [] },
      map: null,
      period: { from: takenAt, to: takenAt, stepS: 60, ...none, more: false },
    };
    const fingerprint = fingerprintOf(content);
    await inScope(db, '*', (tx) =>
      tx.insert(workOrderEvidence).values({ orderId, companyId, takenAt, content, fingerprint }),
    );
    return order;
  };
  return { aWorkOrder, aFaultCode, aChecklist, aSparePart, anOrderWithEvidence };
}
