import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { added, type Results } from './counts.ts';

/** The bounds of a new area (CONTRIBUTING): seconds of the whole run for a test, and of one worker for a journey. */
const bounds = { test: 0.055, journey: 12 };
/** Seconds that `npm test` may take on two quiet cores. */
const wholeRunS = 720;
const clockTicks = 100;

interface Run {
  tests: Results;
  journeys?: Results;
  seconds: number;
  /** Processor seconds of all processes of the run, where the system tells them. */
  busyS: number | undefined;
}

/** Processor seconds of the ended child processes of this one, and of theirs. Linux only. */
export function childSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / clockTicks;
  } catch {
    return undefined;
  }
}

/** The lines before the last one: what was proved, what took longest, and what is over its bound. */
export function closingLines({ tests, journeys, seconds, busyS }: Run): string[] {
  const cores = availableParallelism();
  const all = journeys ? [tests, journeys] : [tests];
  const longest = all
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10);
  const journeyS = journeys?.files.reduce((sum, file) => sum + file.seconds, 0) ?? 0;
  const [testCount, journeyCount] = [
    tests.passed + tests.failed,
    journeys ? journeys.passed + journeys.failed : 0,
  ];
  const perTest = seconds / Math.max(1, testCount + journeyCount);
  const perJourney = journeyS / Math.max(1, journeyCount);
  const promises = Object.entries(added(all.map((results) => results.promises)));
  return [
    `${testCount} tests and ${journeyCount} journeys in ${minutes(seconds)}`,
    ...(promises.length > 0
      ? [`Promises: ${promises.map(([name, count]) => `${count} ${name}`).join(', ')}`]
      : []),
    `Longest files: ${longest.map(({ name, seconds: s }) => `${name} ${s.toFixed(0)} s`).join(', ')}`,
    ...(busyS === undefined
      ? []
      : [
          `Processors: ${busyS.toFixed(0)} s busy and ${Math.max(0, seconds * cores - busyS).toFixed(0)} s waiting, on ${cores} cores`,
        ]),
    // Some files alone pay the start of the run.
    ...(journeys
      ? [
          ...overBound(`a test took ${perTest.toFixed(3)} s of the run`, perTest, bounds.test),
          ...overBound(`a journey took ${perJourney.toFixed(1)} s of a worker`, perJourney, bounds.journey),
        ]
      : []),
    ...partsOver(process.env['CI_PARTS'], journeys ? seconds : 0),
  ];
}

const overBound = (words: string, value: number, bound: number): string[] => [
  `${value > bound ? 'Over its bound: ' : ''}${words} (bound ${bound} s)`,
];

/** The parts of `.ci/run` that took longer than their share; `parts` is `name:seconds:share` of those before. */
function partsOver(parts = '', testS = 0): string[] {
  const all = [...parts.split(',').filter(Boolean), `npm test:${testS}:${wholeRunS}`].map((part) =>
    part.split(':'),
  );
  return all
    .filter(([, taken, share]) => Number(taken) > Number(share))
    .map(
      ([name, taken, share]) =>
        `Over its share: ${name} took ${minutes(Number(taken))}, its share is ${minutes(Number(share))}`,
    );
}

const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`;
