import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

export const chatApps = ['WECHAT', 'LINE', 'KAKAOTALK', 'WHATSAPP', 'TELEGRAM'] as const;
export type ChatApp = (typeof chatApps)[number];

/** LINKED: the app may act for the account. UNLINKED: the link has ended. */
export const chatStates = ['LINKED', 'UNLINKED'] as const;

/** A user of a messaging app and the linked account. */
export const chatUser = z.object({
  id: z.string(),
  app: z.enum(chatApps),
  /** Display name in the app. */
  name: z.string(),
  accountId: z.string(),
  username: z.string(),
  nickname: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  state: z.enum(chatStates),
  linkedAt: moment,
  unlinkedAt: moment.nullable(),
  unlinkedBy: z.string().nullable(),
});
export type ChatUser = z.infer<typeof chatUser>;

/** Eight unambiguous letters and digits in two groups of four: `K7PM-2WXR`. */
export const linkCode = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[2-9A-HJ-NP-Z]{8}$/));

export const chatUserCalls = calls('chatUsers', {
  list: {
    method: 'POST',
    path: 'service/chatUser/queryWithPage',
    allow: permissions.chatUsers,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      app: z.enum(chatApps).optional(),
      state: z.enum(chatStates).optional(),
      sort: sortBy('linkedAt', 'name', 'username').optional(),
    }),
    output: listOf(chatUser),
  },
  unlink: {
    method: 'POST',
    path: 'service/chatUser/unlink',
    allow: permissions.chatUserUnlink,
    input: byId,
    output: nothing,
  },
  /** The caller's own links, the newest first. */
  own: {
    method: 'GET',
    path: 'service/chatUser/own',
    allow: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ list: z.array(chatUser) }),
  },
  unlinkOwn: {
    method: 'POST',
    path: 'service/chatUser/unlinkOwn',
    allow: 'signedIn',
    input: byId,
    output: nothing,
  },
  /** A code to enter in the messaging app: valid once, for ten minutes; a new code replaces it. */
  code: {
    method: 'POST',
    path: 'service/chatUser/code',
    allow: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ code: z.string(), expiresAt: moment }),
  },
  /** Called by the server of the messaging app. The code identifies the account; the secret ends the link later. */
  link: {
    method: 'POST',
    path: 'chatUsers/link',
    open: true,
    allow: 'everyone',
    input: z.strictObject({
      code: linkCode,
      app: z.enum(chatApps),
      /** User id in the app; never shown. */
      externalId: z.string().min(1).max(128),
      name: z.string().trim().min(1).max(60),
    }),
    output: z.object({ secret: z.string(), nickname: z.string(), companyName: z.string() }),
  },
  unlinkByApp: {
    method: 'POST',
    path: 'chatUsers/unlink',
    open: true,
    allow: 'everyone',
    input: z.strictObject({ secret: z.string().min(20).max(100) }),
    output: nothing,
  },
});
