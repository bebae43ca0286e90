import { between, pick, randomFrom, seedFor, type Random } from '../../../apps/robot-sim/src/random.ts';

/** Something that happened to the robot, which its log names as well. */
export interface LoggedEvent {
  atMs: number;
  level: 'INFO' | 'WARN' | 'ERROR';
  module: string;
  text: string;
}

interface Source {
  module: string;
  everyMs: number;
  texts: readonly ((random: Random) => Pick<LoggedEvent, 'level' | 'text'>)[];
}

const number = (random: Random, from: number, to: number, digits = 0) =>
  between(random, from, to).toFixed(digits);
const info = (text: string) => ({ level: 'INFO' as const, text });
const warn = (text: string) => ({ level: 'WARN' as const, text });

/** What each module writes while nothing happens. */
const sources: readonly Source[] = [
  {
    module: 'navigation',
    everyMs: 40_000,
    texts: [
      (random) => info(`pose score ${number(random, 0.84, 0.98, 2)}`),
      (random) => info(`path replanned, ${number(random, 2, 18, 1)} m left`),
      (random) => warn(`obstacle for ${number(random, 2, 9)} s, waiting`),
    ],
  },
  {
    module: 'cleaning',
    everyMs: 75_000,
    texts: [
      (random) => info(`brush current ${number(random, 1.8, 2.6, 2)} A`),
      (random) => info(`water flow ${number(random, 0.4, 0.7, 2)} l/min`),
    ],
  },
  {
    module: 'battery',
    everyMs: 120_000,
    texts: [
      (random) => info(`cells ${number(random, 3_280, 3_340)} mV, ${number(random, 27, 35)} °C`),
      (random) => info(`current ${number(random, 3, 11, 1)} A`),
    ],
  },
  {
    module: 'network',
    everyMs: 180_000,
    texts: [
      (random) => info(`wifi ${number(random, -72, -48)} dBm`),
      (random) => warn(`broker answered after ${number(random, 400, 1_900)} ms`),
    ],
  },
  {
    module: 'system',
    everyMs: 300_000,
    texts: [
      (random) => info(`cpu ${number(random, 12, 46)} %, memory ${number(random, 41, 58)} %`),
      (random) => info(`disk ${number(random, 31, 34)} % used`),
    ],
  },
];

const lineOf = ({ atMs, level, module, text }: LoggedEvent) =>
  `${new Date(Math.round(atMs)).toISOString()} ${level} ${module} ${text}\n`;

/** The log of a robot in a period: one file per module, as a robot packs it. The same at every build. */
export function logFilesOf(
  sn: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  events: readonly LoggedEvent[],
): { name: string; content: Iterable<string> }[] {
  const random = randomFrom(seedFor(`${sn} logs`, 1));
  const ordinary = sources.flatMap(({ module, everyMs, texts }) => {
    const lines: LoggedEvent[] = [];
    for (
      let atMs = fromMs + between(random, 0, everyMs);
      atMs < toMs;
      atMs += everyMs * between(random, 0.6, 1.4)
    )
      lines.push({ atMs, module, ...pick(random, texts)!(random) });
    return lines;
  });
  const byModule = Map.groupBy([...ordinary, ...events], ({ module }) => module);
  return [...byModule]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([module, lines]) => ({
      name: `${module}.log`,
      content: lines.toSorted((a, b) => a.atMs - b.atMs).map(lineOf),
    }));
}
