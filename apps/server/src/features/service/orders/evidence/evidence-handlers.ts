import { workOrderEvidence, workOrderEvidenceCalls } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { workOrderEvidence as evidences } from '../../../../entities/service/work-order-evidence-table.ts';
import { workOrders } from '../../../../entities/service/work-order-table.ts';
import { answer } from '../../../../platform/calls/calls.ts';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import { find, visible } from '../../../../platform/db/page.ts';
import { fingerprintOf } from './evidence-rules.ts';
import { readFixes } from './fix-list.ts';

export const workOrderEvidenceAnswers = answer(workOrderEvidenceCalls, {
  evidence: async ({ db }, { id }) => {
    await find(db, workOrders, id);
    const [row] = await db
      .select()
      .from(evidences)
      .where(and(eq(evidences.orderId, id), visible(db, evidences)));
    if (!row) throw new Refusal('notFound');
    const { content, fingerprint } = row;
    return {
      content: workOrderEvidence.parse(content),
      fingerprint,
      matches: fingerprintOf(content) === fingerprint,
    };
  },

  fixes: (ctx, input) => readFixes(ctx, input),
});
