import type { Ctx } from './ctx.ts';
import { inScope, type Tx } from '../db/db.ts';

const waits = Symbol('waits');

/**
 * A handler that waits for somebody slow, such as a robot. It gets no transaction, because ten people who wait would hold all
 * connections; it looks things up `briefly`. Its audit entry follows when it is done.
 */
export const withoutTransaction = <H extends (...given: never[]) => Promise<unknown>>(handler: H): H =>
  Object.assign(handler, { [waits]: true });

export const isWithoutTransaction = (handler: object) => waits in handler;

/** A transaction of its own, fenced to the caller's companies, for a handler that waits. */
export const inShortTransaction = <T>({ services, account }: Ctx, work: (db: Tx) => Promise<T>): Promise<T> =>
  inScope(services.db, account.scope, work, { home: account.companyId });
