import { z } from 'zod';
import { byId, calls, nothing } from '../grammar/call.ts';
import {
  company,
  companyDetail,
  companyFields,
  companyLinks,
  companyNode,
  customerType,
  named,
  pictureLimits,
} from './company.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

const pages = [permissions.agents, permissions.terminalCompanies] as const;

const read = { method: 'POST', allow: pages, reads: true } as const;
const companyInput = z.object({ ...companyFields, ...companyLinks }).partial();

const filters = {
  /** 1 terminal companies, 2 agents. */
  type: customerType,
  keyword,
  region: z.string().max(2).optional(),
  agentLevel: z.number().int().min(1).max(3).optional(),
  /** Direct children of this company. */
  parentId: z.uuid().optional(),
  salesId: z.uuid().optional(),
  faeId: z.uuid().optional(),
  scenario: z.string().max(40).optional(),
  /** This rating or better. */
  rating: z.number().int().min(1).max(5).optional(),
  /** FROZEN: frozen companies. ACTIVE: companies whose accounts may sign in. */
  access: z.enum(['ACTIVE', 'FROZEN']).optional(),
};

export const companyCalls = calls('companies', {
  /** The companies the caller may see, for filters and for choosing an owner. */
  options: {
    method: 'POST',
    path: 'service/company/options',
    allow: 'signedIn',
    reads: true,
    input: listInput({ keyword, type: customerType.optional() }),
    output: listOf(
      z.object({ id: z.string(), name: z.string(), type: z.number().int(), parentId: z.string().nullable() }),
    ),
  },
  list: {
    ...read,
    path: 'service/company/queryWithPage',
    input: listInput({ ...filters, sort: sortBy('name', 'rating', 'createdAt').optional() }),
    output: listOf(company),
  },
  /** All pages of the list as a file. */
  export: {
    ...read,
    path: 'service/company/export',
    kind: 'bytes',
    input: z.strictObject(filters),
    output: z.unknown(),
  },
  /** Children of a company, or the top companies the caller sees; with a keyword the matches and their ancestors. */
  tree: {
    ...read,
    path: 'service/company/tree',
    input: listInput({ parentId: z.uuid().optional(), keyword }),
    output: listOf(companyNode),
  },
  detail: {
    ...read,
    path: 'service/company/detail',
    input: byId,
    output: companyDetail,
  },
  /** Possible parents of a new company of this type, or of the company `id` when it moves. */
  places: {
    ...read,
    path: 'service/company/places',
    input: listInput({ id: z.uuid().optional(), type: customerType, keyword }),
    output: listOf(companyNode.pick({ id: true, name: true, type: true, agentLevel: true })),
  },
  /** Sales or technical support staff of the provider, for callers who may link them to a company. */
  staff: {
    ...read,
    path: 'service/company/staff',
    input: listInput({ kind: z.enum(['SALES', 'FAE']), keyword }),
    output: listOf(named),
  },
  add: {
    method: 'POST',
    path: 'service/company/add',
    allow: [permissions.agentCreate, permissions.terminalCreate],
    /** The level of an agent follows from its parent. */
    input: z.strictObject({
      type: customerType,
      parentId: z.uuid(),
      ...companyInput.required({ name: true }).shape,
    }),
    output: company,
  },
  update: {
    method: 'POST',
    path: 'service/company/update',
    allow: [permissions.agentUpdate, permissions.terminalUpdate],
    input: z.strictObject({
      id: z.uuid(),
      version: z.number().int(),
      ...companyInput.shape,
    }),
    output: company,
  },
  /** Takes a jpg, png or gif as field `picture`; without it the company's logo is removed. */
  logo: {
    method: 'POST',
    path: 'service/company/logo',
    kind: 'multipart',
    maxUploadBytes: { picture: pictureLimits.bytes },
    allow: [permissions.agentUpdate, permissions.terminalUpdate],
    input: byId,
    output: company,
  },
  move: {
    method: 'POST',
    path: 'service/company/move',
    allow: [permissions.agentMove, permissions.terminalMove],
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), parentId: z.uuid() }),
    output: company,
  },
  freeze: {
    method: 'POST',
    path: 'service/company/freeze',
    allow: [permissions.agentFreeze, permissions.terminalFreeze],
    input: byId,
    output: company,
  },
  unfreeze: {
    method: 'POST',
    path: 'service/company/unfreeze',
    allow: [permissions.agentFreeze, permissions.terminalFreeze],
    input: byId,
    output: company,
  },
  remove: {
    method: 'POST',
    path: 'service/company/delete',
    allow: [permissions.agentDelete, permissions.terminalDelete],
    input: byId,
    output: nothing,
  },
});
