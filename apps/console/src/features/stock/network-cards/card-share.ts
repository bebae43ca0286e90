import type { NetworkCard } from '@sweepline/contract';
import type { Tone } from '../../../kit/ui/theme.ts';

type Used = Pick<NetworkCard, 'usedBytes' | 'monthlyBytes'>;

/** Share of the monthly data that is used, percent. Null without usage or without an allowance. */
export const shareOf = ({ usedBytes, monthlyBytes }: Used) =>
  usedBytes === null || !monthlyBytes ? null : (usedBytes / monthlyBytes) * 100;

export function toneOf(card: Used): Tone {
  const share = shareOf(card) ?? 0;
  return share >= 100 ? 'fault' : share >= 90 ? 'waiting' : 'working';
}
