import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { areaUnits, volumeUnits } from '../people/people.ts';
import { scene, screenLimits, screenView } from './screen-view.ts';

/** Not opened yet, asking for figures, silent for more than `silentAfterMs`, or without a valid link. */
export const screenStates = ['WAITING', 'LIVE', 'SILENT', 'REVOKED'] as const;
export type ScreenState = (typeof screenStates)[number];
export const silentAfterMs = 600_000;

const settings = {
  name: z.string().trim().min(1).max(60),
  /** Without a site the screen shows the company and those below it. */
  siteId: z.uuid().nullable().default(null),
  /** In order; they take turns. */
  scenes: z.array(scene).min(1).max(screenLimits.scenes),
  lang: z.enum(langs),
  area: z.enum(areaUnits).default('M2'),
  volume: z.enum(volumeUnits).default('LITRE'),
  showSn: z.boolean().default(false),
  showAddress: z.boolean().default(false),
};

/** A display on a wall. Its link opens the large screen without an account. */
export const screen = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  site: z.object({ id: z.string(), name: z.string() }).nullable(),
  name: z.string(),
  scenes: z.array(scene),
  lang: z.enum(langs),
  area: z.enum(areaUnits),
  volume: z.enum(volumeUnits),
  showSn: z.boolean(),
  showAddress: z.boolean(),
  state: z.enum(screenStates),
  lastSeenAt: moment.nullable(),
  createdAt: moment,
  createdBy: z.string(),
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
  version: z.number().int(),
});
export type Screen = z.infer<typeof screen>;

const { home: allow, screenManage: manage } = permissions;
const path = 'service/screen';
const token = z.strictObject({ token: z.string().min(1).max(100) });

export const screenCalls = calls('screens', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      state: z.array(z.enum(screenStates)).max(screenStates.length).optional(),
    }),
    output: listOf(screen),
  },
  /** The token is only in this answer. */
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: manage,
    input: z.strictObject({ companyId: z.uuid(), ...settings }),
    output: z.object({ token: z.string(), screen }),
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: manage,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...settings }),
    output: screen,
  },
  /** Effective at once: the next request with the link is refused. */
  revoke: { method: 'POST', path: `${path}/revoke`, allow: manage, input: byId, output: nothing },
  /** The picture for the display of a token. */
  look: {
    method: 'POST',
    path: `${path}/look`,
    allow: 'everyone',
    reads: true,
    background: true,
    input: token,
    output: screenView,
  },
  /** The logo of the display's company; no other file. */
  logo: {
    method: 'POST',
    path: `${path}/logo`,
    kind: 'bytes',
    allow: 'everyone',
    reads: true,
    background: true,
    input: token,
    output: z.unknown(),
  },
  /** The same picture for a session, over everything its account sees. */
  own: {
    method: 'GET',
    path: `${path}/own`,
    allow,
    background: true,
    input: z.strictObject({}),
    output: screenView,
  },
});
