import { setTimeout as sleep } from 'node:timers/promises';
import { RobotProcess } from '../../wire/connection/robot-process.ts';
import type { Options } from '../args.ts';
import { printer } from '../print.ts';
import { setupsOf } from '../setups.ts';
import { readScenario, type Condition, type Step } from './scenario-file.ts';
import { Stage } from './stage.ts';

/** Interval at which a condition is checked. */
const checkMs = 25;

/** Runs a scenario. Returns 0 if every expectation held, else 1; the first failure ends it. */
export async function scenario(options: Options): Promise<number> {
  const { robots: entries, steps } = readScenario(options.file ?? '');
  const print = printer(options.log);
  const stages = new Map<string, Stage>();
  const { http, token, ca } = options;
  for (const setup of await setupsOf({ ...options, entries }, { print, runEnded: () => undefined })) {
    const sn = setup.identity.serialNumber;
    const process = new RobotProcess({
      ...setup,
      ...(ca !== undefined && { tls: { ca } }),
      observe: (message) => stages.get(sn)?.observe(message),
    });
    stages.set(sn, new Stage(process, { http, token }));
  }
  for (const { process } of stages.values()) process.start();
  const failure = await play(steps, stages, (text) => print({}, text));
  await Promise.all([...stages.values()].map(({ process }) => process.stop()));
  if (failure !== undefined) process.stderr.write(`robotsim: ${failure}\n`);
  return failure === undefined ? 0 : 1;
}

/** Plays the steps. Returns the failure, with the number of its step. */
async function play(
  steps: readonly Step[],
  stages: ReadonlyMap<string, Stage>,
  print: (text: string) => void,
): Promise<string | undefined> {
  const startMs = Date.now();
  for (const [index, step] of steps.entries()) {
    const stage = stages.get(step.robot ?? [...stages.keys()][0] ?? '');
    const failure = stage ? await playStep(step, stage, startMs) : 'no such robot';
    const text = `step ${index + 1} ${JSON.stringify(step.do ?? step.expect)}`;
    if (failure !== undefined) return `${text}: ${failure}`;
    print(`${text}: done`);
  }
  return undefined;
}

async function playStep(step: Step, stage: Stage, startMs: number): Promise<string | undefined> {
  const { at, after, when, expect, within } = step;
  if (at !== undefined) await sleep(Math.max(0, startMs + at * 1000 - Date.now()));
  if (after !== undefined) await sleep(after * 1000);
  const late = when && (await waitFor(when, stage, within));
  if (late !== undefined) return late;
  if (step.do !== undefined) return await stage.act(step.do);
  return expect && (await waitFor(expect, stage, within));
}

/** Waits until a condition holds. Returns what is missing when the time is over. */
async function waitFor(condition: Condition, stage: Stage, seconds: number): Promise<string | undefined> {
  const endMs = Date.now() + seconds * 1000;
  for (;;) {
    const missing = stage.missing(condition);
    if (missing.length === 0) return undefined;
    if (Date.now() >= endMs) return `after ${seconds} s: ${missing.join('; ')}`;
    await sleep(checkMs);
  }
}
