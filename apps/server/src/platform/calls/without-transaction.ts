import type { Ctx } from './ctx.ts';
import { inScope, type Tx } from '../db/db.ts';

const waits = Symbol('waits');

/**
 * Marks a handler that waits for something slow, such as a robot. It gets no transaction, because ten waiting calls would use
 * all connections. It reads with `inShortTransaction`. Its audit entry is written when it ends.
 */
export const withoutTransaction = <H extends (...parameters: never[]) => Promise<unknown>>(handler: H): H =>
  Object.assign(handler, { [waits]: true });

/** Whether a handler is marked `withoutTransaction`. */
export const isWithoutTransaction = (handler: object) => waits in handler;

/** Runs `work` in a transaction of its own with the caller's tenant scope; for a handler marked `withoutTransaction`. */
export const inShortTransaction = <T>({ services, account }: Ctx, work: (db: Tx) => Promise<T>): Promise<T> =>
  inScope(services.db, account.scope, work, { home: account.companyId });
