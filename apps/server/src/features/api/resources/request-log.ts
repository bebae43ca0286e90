import { storableText } from '@sweepline/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiRequests } from '../../../entities/api/api-request-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { RequestTrace } from './open-admission.ts';
import type { RequestOutcome } from './open-problem.ts';

const flushMs = 1_000;
/** Beyond this a server that cannot write forgets the newest: the log must not take its memory. */
const maxWaiting = 2_000;
const maxTargetLength = 500;

/**
 * The requests of programs whose key is known, refused ones with the reason as the program got it. Written in batches: a read is not to
 * wait for a write. A server that dies forgets those of the last second.
 */
export function createRequestLog(db: Db, now: Clock, fault: (error: unknown) => void) {
  let waiting: (typeof apiRequests.$inferInsert)[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    await inScope(db, '*', (tx) => tx.insert(apiRequests).values(rows)).catch(fault);
  };

  return {
    add: (
      request: FastifyRequest,
      reply: FastifyReply,
      { holder, signatureBase }: RequestTrace,
      { problem, facts }: RequestOutcome,
    ): void => {
      if (!holder || waiting.length >= maxWaiting) return;
      // Only a wrong signature is compared with the text that it should cover.
      const base = problem === 'signature-invalid' && signatureBase !== undefined ? { signatureBase } : {};
      waiting.push({
        id: newId(),
        companyId: holder.user.companyId,
        userId: holder.user.id,
        keyId: holder.key.keyId,
        at: now().toISOString(),
        method: request.method,
        target: storableText(request.raw.url ?? '/', maxTargetLength),
        status: reply.statusCode,
        problem: problem ?? null,
        facts: problem === undefined ? null : { ...facts, ...base },
        durationMs: Math.round(reply.elapsedTime),
        address: request.ip,
        requestId: request.id,
      });
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
    /** Writes what waits. */
    stop: flush,
  };
}
