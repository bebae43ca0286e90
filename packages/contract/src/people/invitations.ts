import { z } from 'zod';
import {
  accountCodes,
  accountName,
  accountSides,
  emailAddress,
  personName,
  roleTypeCode,
} from './accounts.ts';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { langs } from '../grammar/errors.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';

export const invitationStates = ['OPEN', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** What a link brings in is told by the first letters of its token, so that one page serves every kind of link. */
export const linkKinds = ['inv', 'chat', 'report', 'unsub', 'proof'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** The kind of a token, or null for what is none of ours. */
export const linkKindOf = (token: string): LinkKind | null =>
  linkKinds.find((kind) => token.startsWith(`${kind}_`)) ?? null;

/** Where a link leads, below the console's own address. */
export const importPath = (token: string) => `/import?token=${token}`;

/** `WAITING`: no mail server has been told yet, or there is none. `REFUSED`: the mail server will never take it. */
export const letterStates = ['WAITING', 'SENT', 'REFUSED'] as const;

/** What became of the latest letter; the reason is the mail server's own words. */
const letter = z.object({ state: z.enum(letterStates), reason: z.string() });
export type InvitationLetter = z.infer<typeof letter>;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  companyType: z.number().int(),
  roleId: z.string().nullable(),
  roleName: z.string().nullable(),
  roleType: roleTypeCode,
  state: z.enum(invitationStates),
  /** False while open when it would be refused all the same: who invited lost the right to, or the role is gone. */
  usable: z.boolean(),
  invitedBy: z.string(),
  createdAt: moment,
  expiresAt: moment,
  acceptedAt: moment.nullable(),
  /** The account it became. */
  accountId: z.string().nullable(),
  revokedAt: moment.nullable(),
  /** Null where no letter had to go any more. */
  letter: letter.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** The token of a link, shown when it is made; the server keeps only what recognises it. */
const link = z.object({ token: z.string(), expiresAt: moment });
/** The language of the letter. */
const lang = z.enum(langs).default('en');
const either = Object.values(accountCodes.create);
const token = z.strictObject({ token: z.string().min(1).max(100) });

export const invitationCalls = calls('invitations', {
  list: {
    method: 'POST',
    path: 'service/invitation/queryWithPage',
    allow: either,
    reads: true,
    input: listInput({
      keyword,
      side: z.enum(accountSides).optional(),
      companyId: z.uuid().optional(),
      state: z.enum(invitationStates).optional(),
    }),
    output: listOf(invitation),
  },
  add: {
    method: 'POST',
    path: 'service/invitation/add',
    allow: either,
    input: z.strictObject({
      companyId: z.uuid(),
      email: emailAddress,
      roleId: z.uuid(),
      roleType: roleTypeCode.default(3),
      lang,
    }),
    output: link.extend({ id: z.string(), invitation }),
  },
  /** Another link to the same invitation, to copy; those made before go on working. */
  link: {
    method: 'POST',
    path: 'service/invitation/link',
    allow: either,
    input: byId,
    output: link,
  },
  /** Seven more days and another letter; an invitation that had run out is open again. */
  resend: {
    method: 'POST',
    path: 'service/invitation/resend',
    allow: either,
    input: byId.extend({ lang }),
    output: invitation,
  },
  revoke: {
    method: 'POST',
    path: 'service/invitation/revoke',
    allow: either,
    input: byId,
    output: nothing,
  },
  /** What a link says to whoever holds it. */
  look: {
    method: 'POST',
    path: 'service/invitation/look',
    allow: 'everyone',
    reads: true,
    input: token,
    output: z.object({
      invitedBy: z.string(),
      companyName: z.string(),
      email: z.string(),
      expiresAt: moment,
    }),
  },
  /** Makes the account. Of two at once one is told that the invitation was used. */
  accept: {
    method: 'POST',
    path: 'service/invitation/accept',
    allow: 'everyone',
    input: token.extend({
      username: accountName,
      nickname: personName,
      password: z.string().min(1).max(200),
    }),
    output: z.object({ id: z.string(), username: z.string() }),
  },
});
