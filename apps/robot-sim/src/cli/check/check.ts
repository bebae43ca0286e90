import type { Options } from '../args.ts';
import { UsageError } from '../option-values.ts';
import { Probe, type ProbeSetup } from './probe.ts';
import { serverRules, type Verdict } from './rules.ts';

const waitMs = 3_000;

const results = (verdict: Verdict) =>
  typeof verdict === 'string' ? '· not tested' : verdict ? '✓ holds' : '✗ does not hold';

/**
 * Tests a server as one robot: the rules of docs/protocol that a robot can see. Returns 0 if no rule fails, 1 if one does,
 * and 2 if the robot could not connect.
 */
export async function check({
  url,
  http,
  user,
  password,
  ca,
  serials,
  manufacturer,
}: Options): Promise<number> {
  const [sn] = serials;
  if (sn === undefined || serials.length > 1) throw new UsageError('check needs one robot: --sn');
  const identity = {
    interfaceName: 'vda5050',
    major: 'v3' as const,
    version: '3.0.0',
    manufacturer,
    serialNumber: sn,
  };
  const setup: ProbeSetup = { url, identity, user: user ?? sn, password, ca, waitMs };
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  let robot = new Probe(setup);
  const failures: string[] = [];
  let tested = 0;
  for (const { id, text, page, run } of serverRules) {
    if (!(await isReady(robot))) {
      robot = new Probe(setup);
      if (!(await isReady(robot))) {
        say(`${sn} cannot connect to ${url}.`);
        return 2;
      }
    }
    const verdict = await run({ setup, http, robot });
    if (verdict === false) failures.push(id);
    if (typeof verdict === 'boolean') tested++;
    say(`${id.padEnd(10)} ${results(verdict).padEnd(16)} ${text}`);
    if (typeof verdict === 'string') say(`${' '.repeat(28)}${verdict}`);
    if (verdict === false) say(`${' '.repeat(28)}docs/protocol/${page}`);
  }
  await robot.leave();
  say(`\n${url}: ${tested - failures.length} hold, ${failures.length} do not hold.`);
  return failures.length === 0 ? 0 : 1;
}

/** Connects a robot that is not connected yet. */
async function isReady(robot: Probe): Promise<boolean> {
  if (robot.closed) return false;
  if (robot.isIntroduced) return true;
  if (!(await robot.connect())) return false;
  await robot.introduce();
  return true;
}
