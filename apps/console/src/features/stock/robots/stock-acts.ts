import {
  deviceResaleCalls,
  deviceStockCalls,
  inventoryMoves,
  type InventoryState,
  type StockRow,
} from '@sweepline/contract';
import { send } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';

export type StockAct = { kind: 'move'; to: InventoryState } | { kind: 'change' } | { kind: 'resell' };

/** Only accounts of the provider change the purpose of a device. */
const isProvider = () => session.user()?.companyType === 0;

/** The actions offered on this device; the server checks them again. */
export function actsOn({ inventory, offer, binding }: StockRow): StockAct[] {
  const acts: StockAct[] = [];
  if (binding === 'VOID') return acts;
  if (may(deviceStockCalls.move.allow) && !offer) acts.push({ kind: 'move', to: inventoryMoves[inventory] });
  if (may(deviceStockCalls.change.allow) && isProvider()) acts.push({ kind: 'change' });
  if (may(deviceResaleCalls.offer.allow) && !offer) acts.push({ kind: 'resell' });
  return acts;
}

interface Answer {
  results: readonly { done: boolean; reason: string }[];
}

/** Changes one device by a call of its own: a refusal in its row becomes an error. */
async function one(answer: Promise<Answer>) {
  const [result] = (await answer).results;
  if (result && !result.done) throw new Error(result.reason);
}

export const moveOne = (id: string, to: InventoryState) =>
  one(send(deviceStockCalls.move, { ids: [id], to }, { quiet: true }));
export const changeOne = (id: string, change: object) =>
  one(send(deviceStockCalls.change, { ids: [id], ...change }, { quiet: true }));
export const offerOne = (id: string, to: { companyId: string; note: string }) =>
  one(send(deviceResaleCalls.offer, { deviceIds: [id], ...to }, { quiet: true }));
