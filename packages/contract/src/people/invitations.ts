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
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';

export const invitationStates = ['OPEN', 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** The prefix of a token is the kind of its link, so one page serves every kind. */
export const linkKinds = ['inv', 'chat', 'report', 'unsub', 'proof', 'screen', 'fault', 'receipt'] as const;
export type LinkKind = (typeof linkKinds)[number];
/** The kind of a token, or null for an unknown prefix. */
export const linkKindOf = (token: string): LinkKind | null =>
  linkKinds.find((kind) => token.startsWith(`${kind}_`)) ?? null;

/** The path of a link in the console. */
export const importPath = (token: string) => `/import?token=${token}`;

/** `WAITING`: not yet sent, or no mail server is set up. `REFUSED`: the mail server refused it for good. */
export const letterStates = ['WAITING', 'SENT', 'REFUSED'] as const;

/** State of the latest mail; the reason is the mail server's text. */
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
  /** False when an open invitation would be refused: the inviter lost the permission, or the role was deleted. */
  usable: z.boolean(),
  invitedBy: z.string(),
  createdAt: moment,
  expiresAt: moment,
  acceptedAt: moment.nullable(),
  /** The account that was created from it. */
  accountId: z.string().nullable(),
  revokedAt: moment.nullable(),
  /** Null when no mail was needed. */
  letter: letter.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** The token of a new link, shown once; the server stores only its hash. */
const link = z.object({ token: z.string(), expiresAt: moment });
/** The language of the mail. */
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
  /** Another link to the same invitation, to copy; earlier links stay valid. */
  link: {
    method: 'POST',
    path: 'service/invitation/link',
    allow: either,
    input: byId,
    output: link,
  },
  /** Extends it by seven days and sends another mail; an expired invitation is open again. */
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
  /** The invitation of a link, for its receiver. */
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
  /** Creates the account. Of two concurrent requests one is refused as already used. */
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
