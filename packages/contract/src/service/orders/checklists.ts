import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { keyword, listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { checkItem, checkItems } from './checklist-values.ts';

/** A template of a checklist. Its own company and those below it use it; only its own and those above it change it. */
export const checklist = z.object({
  id: z.string(),
  companyId: z.string(),
  /** Null for a template of a company above, which the reader does not see. */
  companyName: z.string().nullable(),
  isInherited: z.boolean(),
  name: z.string(),
  items: z.array(checkItem),
  /** The customer signs before an order with it can be resolved. */
  requiresSignature: z.boolean(),
  /** A picture of the work is needed before an order with it can be resolved. */
  requiresPhoto: z.boolean(),
  version: z.number().int(),
  updatedAt: moment,
  /** Empty for a template of a company above. */
  updatedBy: z.string(),
});
export type Checklist = z.infer<typeof checklist>;

const fields = {
  name: z.string().trim().min(1).max(80),
  items: checkItems,
  requiresSignature: z.boolean().default(false),
  requiresPhoto: z.boolean().default(false),
};
const { workOrders, maintenancePlans, maintenancePlanChange } = permissions;
const read = { method: 'POST', allow: [workOrders, maintenancePlans], reads: true } as const;
const write = { method: 'POST', allow: maintenancePlanChange } as const;
const path = 'service/workOrder/checklist';

/** Orders and maintenance plans name one of these templates. */
export const checklistCalls = calls('checklists', {
  list: {
    ...read,
    path: `${path}/queryWithPage`,
    input: listInput({
      keyword,
      /** Only templates that an order of this company can use. */
      companyId: z.uuid().optional(),
    }),
    output: listOf(checklist),
  },
  detail: { ...read, path: `${path}/detail`, input: byId, output: checklist },
  create: {
    ...write,
    path: `${path}/add`,
    input: z.strictObject({ companyId: z.uuid().optional(), ...fields }),
    output: checklist,
  },
  /** Orders whose work has begun keep the points that they began with. */
  update: {
    ...write,
    path: `${path}/update`,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...fields }),
    output: checklist,
  },
  remove: { ...write, path: `${path}/delete`, input: byId, output: nothing },
});
