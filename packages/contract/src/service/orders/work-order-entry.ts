import { z } from 'zod';
import { moment } from '../../grammar/call.ts';
import { warrantyStates } from '../../devices/device-life.ts';
import { keyword } from '../../grammar/list.ts';
import { orderIdentity } from './work-order-number.ts';
import {
  faultTypes,
  verificationObstacles,
  verificationStates,
  workOrderEventKinds,
  workOrderLevels,
  workOrderOrigins,
  workOrderPictureKinds,
  workOrderResolutions,
  workOrderStates,
  workOrderTypes,
  workOrderWaits,
} from './work-order-values.ts';

/** An account that did something to an order. The name is null when the reader does not see the account. */
const person = z.object({ name: z.string().nullable(), mine: z.boolean() });
export type WorkOrderPerson = z.infer<typeof person>;

/** One row of the list. */
export const workOrder = z.object({
  id: z.string(),
  /** `<year>-<six digits>`, counted per company; the code of the company stands in front where several are read. */
  ...orderIdentity,
  name: z.string(),
  type: z.enum(workOrderTypes),
  level: z.enum(workOrderLevels),
  faultType: z.enum(faultTypes),
  origin: z.enum(workOrderOrigins),
  description: z.string(),
  state: z.enum(workOrderStates),
  companyId: z.string(),
  companyName: z.string(),
  site: z.object({ id: z.string(), name: z.string(), timezone: z.string() }).nullable(),
  /** The robot as it was named when the order was made. The id is null after the robot left the company. */
  device: z
    .object({ id: z.string().nullable(), sn: z.string(), name: z.string(), model: z.string() })
    .nullable(),
  alarm: z.object({ id: z.string(), code: z.string() }).nullable(),
  /** Null for an order that no account made: by a rule, a plan or a QR code. */
  publisher: person.nullable(),
  assignee: person.extend({ id: z.string() }).nullable(),
  /** Null where the reader does not see the account. */
  contactNumber: z.string().nullable(),
  appointment: z.object({ from: moment, until: moment }).nullable(),
  waiting: z.object({ for: z.enum(workOrderWaits), since: moment }).nullable(),
  submittedAt: moment,
  dispatchedAt: moment.nullable(),
  updatedAt: moment,
  resolvedAt: moment.nullable(),
  resolution: z.enum(workOrderResolutions).nullable(),
  verification: z.enum(verificationStates).nullable(),
  /** When the order was made; null without a known warranty. */
  warranty: z.enum(warrantyStates).nullable(),
  rating: z.number().int().nullable(),
  pictureCount: z.number().int(),
  /** When the service level wants an answer and a resolution; null without a service level, and while the clock stands. */
  respondBy: moment.nullable(),
  respondedAt: moment.nullable(),
  resolveBy: moment.nullable(),
  /** The service level was missed, or is missed now. */
  isLate: z.boolean(),
  version: z.number().int(),
});
export type WorkOrder = z.infer<typeof workOrder>;

/** One event of an order. */
export const workOrderEvent = z.object({
  id: z.string(),
  kind: z.enum(workOrderEventKinds),
  at: moment,
  /** Null for what the server did. */
  by: person.nullable(),
  /** Comment, resolution or reason; may be empty. */
  text: z.string(),
  /** Read only by the writer's company and those above. */
  isInternal: z.boolean(),
  /** Fields by name with their new values. */
  changes: z.record(z.string(), z.string()),
});
export type WorkOrderEvent = z.infer<typeof workOrderEvent>;

export const workOrderPicture = z.object({
  id: z.string(),
  kind: z.enum(workOrderPictureKinds),
  /** The id of the file. */
  file: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  at: moment,
});
export type WorkOrderPicture = z.infer<typeof workOrderPicture>;

/** An order with everything that its page shows. */
export const workOrderDetail = workOrder.extend({
  contactName: z.string(),
  /** Of the contact on site; `contactNumber` is that of the assignee. */
  siteNumber: z.string(),
  warrantyUntil: moment.nullable(),
  resolutionText: z.string(),
  verificationText: z.string(),
  verificationObstacle: z.enum(verificationObstacles).nullable(),
  verifiedAt: moment.nullable(),
  ratingText: z.string(),
  ratedAt: moment.nullable(),
  /** The order that this one is a duplicate of. */
  mergedInto: z.object({ id: z.string(), ...orderIdentity }).nullable(),
  reopenedCount: z.number().int(),
  /** The last moment of a reopening, and of a rating by the caller; null when it is not possible. */
  reopenUntil: moment.nullable(),
  rateUntil: moment.nullable(),
  pictures: z.array(workOrderPicture),
  /** Newest first; the internal ones as far as the reader may. */
  events: z.array(workOrderEvent),
  hasEvidence: z.boolean(),
});
export type WorkOrderDetail = z.infer<typeof workOrderDetail>;

/** The filters of the list and of its export. */
export const workOrderFilters = {
  keyword,
  state: z.array(z.enum(workOrderStates)).max(workOrderStates.length).optional(),
  type: z.array(z.enum(workOrderTypes)).max(workOrderTypes.length).optional(),
  level: z.array(z.enum(workOrderLevels)).max(workOrderLevels.length).optional(),
  faultType: z.array(z.enum(faultTypes)).max(faultTypes.length).optional(),
  origin: z.array(z.enum(workOrderOrigins)).max(workOrderOrigins.length).optional(),
  verification: z.array(z.enum(verificationStates)).max(verificationStates.length).optional(),
  waiting: z.boolean().optional(),
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  deviceId: z.uuid().optional(),
  alarmCode: z.string().max(20).optional(),
  /** The model of the robot when the order was made. */
  model: z.string().max(20).optional(),
  assigneeId: z.uuid().optional(),
  publisherId: z.uuid().optional(),
  /** Only orders that are dispatched to the caller. */
  mine: z.boolean().optional(),
  /** Due within this many hours by the service level. */
  dueInHours: z
    .number()
    .int()
    .min(1)
    .max(24 * 30)
    .optional(),
  /** Past the service level, open or resolved. */
  late: z.boolean().optional(),
  /** Orders whose appointment touches this time. */
  appointmentFrom: moment.optional(),
  appointmentUntil: moment.optional(),
  rating: z.array(z.number().int().min(1).max(5)).max(5).optional(),
};
