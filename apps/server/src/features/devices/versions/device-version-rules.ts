import { lookup } from '@sweepline/contract';

type Parts = Readonly<Record<string, string>>;

/** The display order: the robot's software, its screen, the whole system, other parts, firmware, hardware. */
const first = ['robot', 'hmi', 'whole'];
const last = ['firmware', 'hardware'];

function rankOf(part: string): number {
  const own = first.indexOf(part);
  if (own >= 0) return own;
  const kind = last.indexOf(part.split('.')[0] ?? '');
  return kind >= 0 ? first.length + 1 + kind : first.length;
}

export const byPart = (a: { part: string }, b: { part: string }): number =>
  rankOf(a.part) - rankOf(b.part) || (a.part < b.part ? -1 : 1);

const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** The parts of an `xReported` snapshot: its software versions, and the plain values of its hardware description. */
export function partsOf(report: Readonly<Record<string, unknown>>): Record<string, string> {
  const { versions, hardware } = report;
  const hardwareParts = Object.entries((hardware ?? {}) as Record<string, unknown>)
    .filter(([, value]) => isText(value))
    .map(([key, value]) => [`hardware.${key}`, value] as const);
  const softwareParts = Object.entries((versions ?? {}) as Record<string, unknown>).filter(([, value]) =>
    isText(value),
  );
  return Object.fromEntries(
    [...hardwareParts, ...softwareParts].map(([key, value]) => [key.slice(0, 80), String(value)]),
  );
}

/** The changes between two snapshots; empty if they are equal. */
export const changesOf = (was: Parts, is: Parts) =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((part) => ({ part, before: lookup(was, part) ?? null, after: lookup(is, part) ?? null }))
    .filter(({ before, after }) => before !== after)
    .toSorted(byPart);

/** The parts of several robots side by side, with each part that at least one has. */
export const compareParts = (robots: readonly Parts[]) =>
  [...new Set(robots.flatMap((parts) => Object.keys(parts)))]
    .map((part) => {
      const versions = robots.map((parts) => lookup(parts, part) ?? null);
      return { part, versions, same: new Set(versions).size === 1 };
    })
    .toSorted(byPart);
