import { shellReasons, shellStates, type ShellSession, type ShellSide } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable, programPolicy } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';

type Person = ShellSession['requester'];
/** An approval that a shell needs; given if it has a person. */
export interface ShellApproval {
  side: ShellSide;
  by: (Person & { companyId: string }) | null;
  at: string | null;
}
/** A person who observes a shell, by one sign-in. */
export type ShellObserver = Person & { joinedAt: string; login: string };

/** The states in which a robot has the shell. */
export const openShellStates = ['STARTING', 'RUNNING', 'STOPPING'] as const;

/** Shells on robots, from the request on. The id is the sessionId of the protocol; `companyId` is that of the robot. */
export const shellSessions = ownedTable(
  'shell_sessions',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    accountId: uuid().notNull(),
    requester: text().notNull(),
    requesterCompanyId: uuid().notNull(),
    requesterCompany: text().notNull(),
    reason: text().notNull(),
    minutes: integer().notNull(),
    state: text({ enum: shellStates }).notNull(),
    endReason: text({ enum: shellReasons }),
    endedBy: text().notNull().default(''),
    refusal: text().notNull().default(''),
    requestedAt: moment().notNull(),
    /** Until then it may be approved and opened. */
    openUntil: moment().notNull(),
    approvals: jsonb().$type<ShellApproval[]>().notNull(),
    brokeGlass: boolean().notNull(),
    observers: jsonb().$type<ShellObserver[]>().notNull().default([]),
    /** The sign-in that opened it; input is taken from no other. */
    login: uuid(),
    cols: integer().notNull().default(80),
    rows: integer().notNull().default(24),
    openedAt: moment(),
    endsAt: moment(),
    endedAt: moment(),
    outputLength: integer().notNull().default(0),
    /** SHA-256 of the token with which the robot opens the stream, once, and of that with which it returns. */
    tokenHash: text(),
    tokenUntil: moment(),
    tokenUsedAt: moment(),
    resumeHash: text(),
  },
  (table) => [
    index('shell_sessions_device').on(table.deviceId, table.requestedAt),
    index('shell_sessions_company').on(table.companyId, table.requestedAt),
    index('shell_sessions_pending')
      .on(table.openUntil)
      .where(sql`${table.state} in ('REQUESTED', 'APPROVED')`),
    // One shell on a robot: of two servers that open one at the same time one is refused.
    uniqueIndex('shell_sessions_open')
      .on(table.deviceId)
      .where(sql`${table.state} in ('STARTING', 'RUNNING', 'STOPPING')`),
  ],
);
export type ShellRow = typeof shellSessions.$inferSelect;

export const shellPieceKinds = ['OUTPUT', 'INPUT'] as const;

/** Recordings of shells. */
export const shellPieces = ownedTable(
  'shell_pieces',
  {
    sessionId: uuid()
      .notNull()
      .references(() => shellSessions.id, { onDelete: 'cascade' }),
    kind: text({ enum: shellPieceKinds }).notNull(),
    /** Characters of this kind before it, and its own. */
    fromChar: integer().notNull(),
    length: integer().notNull(),
    /** Milliseconds since the opening, and text; input is sealed with the installation's key. */
    content: text().notNull(),
  },
  (table) => [index('shell_pieces_session').on(table.sessionId, table.kind, table.fromChar)],
);

/** Whether people of other companies need the approval of this company for a shell on its robots. */
export const shellPolicies = ownedTable(
  'shell_policies',
  {
    ownerApproves: boolean().notNull(),
    changedAt: moment().notNull(),
    changedBy: text().notNull(),
  },
  (table) => [uniqueIndex('shell_policies_company').on(table.companyId)],
);

/** The keys of the authority for shells. The first signs; robots trust the second one as well, so that it can follow. */
export const shellKeys = pgTable(
  'shell_keys',
  {
    slot: integer().primaryKey(),
    publicKey: text().notNull(),
    /** Sealed with the installation's key. */
    privateKey: text().notNull(),
    createdAt: moment().notNull(),
  },
  () => [programPolicy()],
);
