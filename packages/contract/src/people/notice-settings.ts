import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { noticeChoices, shownChoices, shownOwnChoices } from './notice-setting-values.ts';

/** What a company has chosen about notices of its robots, and what it inherits. */
const noticeSetting = z.object({
  /** Id of the company. */
  id: z.string(),
  companyName: z.string(),
  own: shownOwnChoices,
  /** What applies where `own` is null: the choice of the nearest company above, or the built-in one. */
  inherited: shownChoices,
  /** 0 while the company has never chosen. */
  version: z.number().int(),
  updatedAt: moment.nullable(),
  updatedBy: z.string().nullable(),
});
export type NoticeSetting = z.infer<typeof noticeSetting>;

const { reportSettings: allow, noticeSettingChange: change } = permissions;
const path = 'service/notice/config/main';

/** Notices of ended runs and of the connection: which, to whom, and how. */
export const noticeSettingCalls = calls('noticeSettings', {
  /** The settings of a company; of the own one without an id. */
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow,
    reads: true,
    input: z.strictObject({ companyId: z.uuid().optional() }),
    output: noticeSetting,
  },
  /** Companies with their settings, by name. */
  list: {
    method: 'POST',
    path: `${path}/queryWithCompany`,
    allow,
    reads: true,
    input: listInput({
      keyword,
      /** Only companies that have chosen something themselves. */
      chosen: z.boolean().optional(),
    }),
    output: listOf(noticeSetting),
  },
  set: {
    method: 'POST',
    path: `${path}/set`,
    allow: change,
    input: z.strictObject({ companyId: z.uuid(), version: z.number().int(), choices: noticeChoices }),
    output: noticeSetting,
  },
  /** Accounts and roles that can be chosen as receivers for a company: its own and those of the companies above it. */
  receivers: {
    method: 'POST',
    path: `${path}/receivers`,
    allow,
    reads: true,
    input: z.strictObject({ companyId: z.uuid(), keyword }),
    output: z.object({
      accounts: z.array(z.object({ id: z.string(), name: z.string(), roleName: z.string().nullable() })),
      roles: z.array(z.object({ id: z.string(), name: z.string(), companyName: z.string() })),
      /** The installation can send mail. */
      canMail: z.boolean(),
    }),
  },
});
