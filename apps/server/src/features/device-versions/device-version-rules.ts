import { lookup } from '@sweepline/contract';

type Parts = Readonly<Record<string, string>>;

/** The order people ask in: the robot's own software, its screen, the whole, what is inside, then the machine. */
const first = ['robot', 'hmi', 'whole'];
const last = ['firmware', 'hardware'];

function rankOf(part: string): number {
  const own = first.indexOf(part);
  if (own >= 0) return own;
  const kind = last.indexOf(part.split('.')[0] ?? '');
  return kind >= 0 ? first.length + 1 + kind : first.length;
}

export const byPart = (one: { part: string }, other: { part: string }): number =>
  rankOf(one.part) - rankOf(other.part) || (one.part < other.part ? -1 : 1);

const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** The parts an `xReported` snapshot names: software as it is, of the hardware's description what is a plain value. */
export function partsOf(report: Readonly<Record<string, unknown>>): Record<string, string> {
  const { versions, hardware } = report;
  const described = Object.entries((hardware ?? {}) as Record<string, unknown>)
    .filter(([, value]) => isText(value))
    .map(([key, value]) => [`hardware.${key}`, value] as const);
  const named = Object.entries((versions ?? {}) as Record<string, unknown>).filter(([, value]) =>
    isText(value),
  );
  return Object.fromEntries(
    [...described, ...named].map(([key, value]) => [key.slice(0, 80), String(value)]),
  );
}

/** What changed between two snapshots; nothing when they say the same, however often it is said. */
export const changesOf = (was: Parts, is: Parts) =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((part) => ({ part, before: lookup(was, part) ?? null, after: lookup(is, part) ?? null }))
    .filter(({ before, after }) => before !== after)
    .toSorted(byPart);

/** Several robots side by side: every part that one of them has. */
export const compareParts = (robots: readonly Parts[]) =>
  [...new Set(robots.flatMap((parts) => Object.keys(parts)))]
    .map((part) => {
      const versions = robots.map((parts) => lookup(parts, part) ?? null);
      return { part, versions, same: new Set(versions).size === 1 };
    })
    .toSorted(byPart);
