import type { Ctx } from './ctx.ts';
import { inScope, type Tx } from '../db/db.ts';

/** A row that an interrupted call changed. */
export interface ChangedRow {
  table: string;
  recordId: string;
  operation: 'INSERT' | 'UPDATE' | 'DELETE';
}

/**
 * Answers a repeated call whose first attempt was interrupted, from the rows that the attempt changed. Undefined: they do not
 * show that the call was carried out, so it is carried out again.
 */
export type Recovery<I, O> = (ctx: Ctx, input: I, changes: readonly ChangedRow[]) => Promise<O | undefined>;

const waits = Symbol('waits');
const recovers = Symbol('recovers');

type WaitingHandler = (...parameters: never[]) => Promise<unknown>;
type RecoveryOf<H extends WaitingHandler> = Recovery<NonNullable<Parameters<H>[1]>, Awaited<ReturnType<H>>>;

/**
 * Marks a handler that waits for something slow, such as a robot. It gets no transaction, because ten waiting calls would use
 * all connections. It reads with `inShortTransaction`. Its audit entry is written when it ends. A handler that writes names its
 * recovery, because it is not one transaction and may be interrupted.
 */
export const withoutTransaction = <H extends WaitingHandler>(handler: H, recovery?: RecoveryOf<H>): H =>
  Object.assign(handler, { [waits]: true, [recovers]: recovery });

/** Whether a handler is marked `withoutTransaction`. */
export const isWithoutTransaction = (handler: object) => waits in handler;

/** The recovery of a handler marked `withoutTransaction`. */
export const recoveryOf = (handler: object): Recovery<unknown, unknown> | undefined =>
  recovers in handler ? (handler[recovers] as Recovery<unknown, unknown> | undefined) : undefined;

/** Runs `work` in a transaction of its own with the caller's tenant scope; for a handler marked `withoutTransaction`. */
export const inShortTransaction = <T>({ services, account }: Ctx, work: (db: Tx) => Promise<T>): Promise<T> =>
  inScope(services.db, account.scope, work, { home: account.companyId });
