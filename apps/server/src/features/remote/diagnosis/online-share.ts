import type { HistorySpan } from '@sweepline/contract';

/** How often a robot lost its connection in a period, and its time online ÷ the known time, 0–1; both null without known time. */
export function onlineOf(spans: readonly HistorySpan[], from: string, to: string) {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  let [onlineMs, knownMs, drops] = [0, 0, 0];
  for (const [index, span] of spans.entries()) {
    const ms = Math.min(toMs, span.to ? Date.parse(span.to) : toMs) - Math.max(fromMs, Date.parse(span.from));
    knownMs += Math.max(0, ms);
    if (span.value === 'ONLINE') onlineMs += Math.max(0, ms);
    else if (span.value === 'OFFLINE' && spans[index - 1]?.value !== undefined) drops += 1;
  }
  return knownMs > 0 ? { drops, onlineShare: onlineMs / knownMs } : { drops: null, onlineShare: null };
}
