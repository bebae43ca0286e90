import { took } from '../dashboard/took.ts';
import { median, quantile, type Measure } from '../measure/report.ts';

/** Milliseconds of each of the calls that some people make at once, again and again for a time, and at least once. */
export async function atOnce(
  people: number,
  ms: number,
  work: (person: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const startedMs = performance.now();
  const person = async (n: number) => {
    do times.push(await took(() => work(n)));
    while (performance.now() - startedMs < ms);
  };
  await Promise.all(Array.from({ length: people }, (_, n) => person(n)));
  return times;
}

export interface Sides {
  what: string;
  theirs(): Promise<unknown>;
  ours(person: number): Promise<unknown>;
}
export interface Turns {
  rounds: number;
  people: number;
  ms: number;
}

/** The 95th percentile of a call against that of its bare queries, both sides in turns. */
export async function p95Against(
  { what, theirs, ours }: Sides,
  { rounds, people, ms }: Turns,
): Promise<Measure> {
  await theirs();
  await ours(0);
  const [bare, call]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    bare.push(quantile(await atOnce(people, ms, theirs), 0.95));
    call.push(quantile(await atOnce(people, ms, ours), 0.95));
  }
  return {
    goalName: 'P9',
    what: `${what}, ${people} people at once, p95`,
    value: median(call.map((took95, round) => took95 / bare[round]!)),
    unit: '×',
    goal: 3,
    good: 'atMost',
    detail: `${median(call).toFixed(1)} ms against ${median(bare).toFixed(1)} ms of the bare query`,
  };
}
