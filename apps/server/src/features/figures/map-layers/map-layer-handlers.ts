import { mapLayerCalls, mapLayerRights, type Input } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { readLayer } from './map-layer-service.ts';

export const mapLayerAnswers = answer(mapLayerCalls, {
  read: withoutTransaction(async (ctx: Ctx, input: Input<typeof mapLayerCalls.read>) => {
    if (!hasPermission(ctx.account, mapLayerRights[input.layer])) throw new Refusal('forbidden');
    return await readLayer(ctx, input);
  }),
});
