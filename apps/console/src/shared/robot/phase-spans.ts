import type { RunPhase } from '@sweepline/contract/robot';
import { formatClock } from '../../kit/format/format.ts';
import type { BandLook } from '../../kit/chart/state-band.tsx';
import type { Tone } from '../../kit/ui/theme.ts';

export interface PhaseStart {
  phase: string;
  at: string;
}

export interface PhaseSpan {
  phase: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** Each phase from its start to the next one's. The empty phase, before the first and after the last, is left out. */
export function spansOf(phases: readonly PhaseStart[], end: string): PhaseSpan[] {
  const starts = phases
    .map(({ phase, at }) => ({ phase, from: Date.parse(at) }))
    .toSorted((a, b) => a.from - b.from);
  const last = Math.max(Date.parse(end), starts.at(-1)?.from ?? 0);
  return starts
    .map((start, index) => ({ ...start, to: starts[index + 1]?.from ?? last }))
    .filter(({ phase, from, to }) => phase !== '' && to > from);
}

/** How long each phase took in all, the longest first. */
export function totalsOf(spans: readonly PhaseSpan[]): { phase: string; seconds: number }[] {
  const totals = new Map<string, number>();
  for (const { phase, from, to } of spans) totals.set(phase, (totals.get(phase) ?? 0) + (to - from) / 1000);
  return [...totals]
    .map(([phase, seconds]) => ({ phase, seconds }))
    .toSorted((a, b) => b.seconds - a.seconds);
}

const stepsMs = [10, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400].map(
  (seconds) => seconds * 1000,
);
const maxTicks = 6;
/** The share of a bar on a phone before which a label of seconds is not cut off. */
const lastTick = 0.84;

/** Round times of day along the bar, none so near its end that the label would be cut off. */
export function phaseTicks(from: number, whole: number): { ms: number; text: string }[] {
  const step = stepsMs.find((ms) => whole / ms <= maxTicks) ?? 6 * 3_600_000;
  const first = Math.ceil(from / step) * step;
  const ticks: { ms: number; text: string }[] = [];
  for (let ms = first; ms <= from + whole * lastTick; ms += step)
    ticks.push({ ms, text: formatClock(ms, step < 60_000) });
  return ticks;
}

/** Working: cleaning. Moving: driving. Waiting: docking and replenishing. */
const phaseTones: Record<RunPhase, Tone> = {
  UNDOCKING: 'moving',
  HEADING_TO_AREA: 'moving',
  STARTING_PARTS: 'working',
  CLEANING: 'working',
  STOPPING_PARTS: 'working',
  HEADING_TO_CHARGE: 'moving',
  DOCKING: 'waiting',
  REPLENISHING: 'waiting',
  HEADING_TO_PACKING: 'moving',
  PACKING: 'moving',
};
/** An unknown phase comes from a robot of another manufacturer or of a later release. */
const phaseTone = (phase: string): Tone => (phaseTones as Record<string, Tone>)[phase] ?? 'quiet';

/** Cleaning is in the full colour, every other phase is lighter. */
export const phaseLook = (phase: string): BandLook => ({
  tone: phaseTone(phase),
  shade: phase === 'CLEANING' ? 0 : 1,
});
