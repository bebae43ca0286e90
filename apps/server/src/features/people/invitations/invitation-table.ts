import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { langs } from '@sweepline/contract';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { roles } from '../../../entities/people/role-table.ts';

/** An invitation to create an account. The inviter sets company, role and role type. */
export const invitations = ownedTable(
  'invitations',
  {
    email: text().notNull(),
    /** Null after the role was deleted; the invitation is then unusable. */
    roleId: uuid().references(() => roles.id, { onDelete: 'set null' }),
    roleType: integer().$type<1 | 2 | 3>().notNull(),
    invitedById: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** Copied, because the reader may not see the inviter's company. */
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

/** Links to an invitation. A token is not stored, so each request for the link creates another one. */
export const invitationLinks = ownedTable(
  'invitation_links',
  {
    invitationId: uuid()
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token is not stored. */
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('invitation_links_token').on(table.tokenHash),
    index('invitation_links_invitation').on(table.invitationId),
  ],
);

/**
 * Letters of the mail sender. They contain no link: the sender creates it when it sends. A reader of the database cannot accept an
 * invitation.
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
    /** When a sender took the letter. */
    takenAt: moment(),
    /** When the mail server accepted the letter. */
    sentAt: moment(),
    /** The mail server's text of a final refusal. */
    refusal: text(),
  },
  (table) => [
    index('letters_waiting').on(table.takenAt, table.createdAt),
    index('letters_invitation').on(table.invitationId),
  ],
);
