import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { langs } from '@sweepline/contract';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from '../accounts/account-table.ts';
import { roles } from '../roles/role-table.ts';

/** An account somebody may make for themselves: the company, role and role type are fixed by who invites. */
export const invitations = ownedTable(
  'invitations',
  {
    email: text().notNull(),
    /** Null once the role was deleted; the invitation is then of no use. */
    roleId: uuid().references(() => roles.id, { onDelete: 'set null' }),
    roleType: integer().$type<1 | 2 | 3>().notNull(),
    invitedById: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** Stays readable where the inviting company is out of the reader's sight. */
    invitedBy: text().notNull(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    revokedAt: moment(),
  },
  (table) => [
    index('invitations_company').on(table.companyId, table.createdAt),
    index('invitations_created').on(table.createdAt, table.id),
    index('invitations_invited_by').on(table.invitedById),
    index('invitations_role').on(table.roleId),
    index('invitations_account').on(table.accountId),
  ],
);

/** Links to an invitation. A link can be made again and again because none can be read here. */
export const invitationLinks = ownedTable(
  'invitation_links',
  {
    invitationId: uuid()
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is nowhere. */
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('invitation_links_token').on(table.tokenHash),
    index('invitation_links_invitation').on(table.invitationId),
  ],
);

/**
 * Letters that wait for a mail sender. They hold no link: whoever sends one makes the link then, so that nobody who reads the
 * database can take an invitation.
 */
export const letters = ownedTable(
  'letters',
  {
    invitationId: uuid()
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    to: text('recipient').notNull(),
    lang: text({ enum: langs }).notNull(),
    createdAt: moment().notNull(),
    /** When a sender took it. */
    takenAt: moment(),
    /** When the mail server took it from the sender. */
    sentAt: moment(),
    /** In the mail server's own words, where it will never take it. */
    refusal: text(),
  },
  (table) => [
    index('letters_waiting').on(table.takenAt, table.createdAt),
    index('letters_invitation').on(table.invitationId),
  ],
);
