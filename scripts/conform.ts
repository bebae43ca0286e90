import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Vehicle } from '@sweepline/contract/robot';
import { readEnv } from '../apps/server/src/app/env.ts';
import {
  conformanceAccess,
  conformanceFile,
} from '../apps/server/src/robots/conformance/conformance-listener.ts';
import { capabilityLines } from './conform/capability-verdict.ts';
import { reportPage } from './conform/report-page.ts';
import { hasFailed, linesOf, summaryOf } from './conform/report.ts';
import { HandOverRefused, takeRobot } from './conform/robot-port.ts';
import { subjects, type Subject } from './conform/rule.ts';
import { RobotSilent, testRobot } from './conform/test-run.ts';
import { say } from './start/say.ts';

/**
 * `npm run conform -- --sn SN`: tests a connected robot against the rules of docs/protocol/conformance.md. Exit code 0 if
 * none fails, 1 if one does, 2 if the test could not begin.
 */
const usage = `npm run conform -- --sn SN [options]

  --only SUBJECT   one of ${subjects.join(', ')}
  --timeout S      longest wait for one answer (default 8)
  --goal X,Y       where the robot may drive to, in metres on its map (default: 3 m from its place)
  --json FILE      writes the table as JSON
  --report FILE    writes a page in HTML to hand on
  --force          also a robot that works for a customer: it leaves its work for some minutes`;
const connectMs = 130_000;

class UsageError extends Error {}

function optionsOf(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const types = {
    sn: text,
    only: text,
    timeout: text,
    goal: text,
    json: text,
    report: text,
    force: flag,
    help: flag,
  };
  const { values } = parseArgs({ args, options: types });
  const { sn = '', only, timeout = '8', goal, json, report, force, help } = values;
  const isSubject = (name: string): name is Subject => subjects.some((it) => it === name);
  if (!help && sn === '') throw new UsageError('--sn: which robot?');
  if (only !== undefined && !isSubject(only)) throw new UsageError(`--only ${only}: no such subject`);
  if (!(Number(timeout) > 0)) throw new UsageError(`--timeout ${timeout}: seconds`);
  const [x, y] = goal?.split(',').map(Number) ?? [];
  if (goal !== undefined && !(Number.isFinite(x) && Number.isFinite(y)))
    throw new UsageError(`--goal ${goal}: as 1.5,2`);
  const place = x !== undefined && y !== undefined ? { goal: { x, y } } : {};
  return { sn, only, waitMs: Number(timeout) * 1000, json, report, force, help, ...place };
}

function readAccess() {
  try {
    return conformanceAccess.parse(JSON.parse(readFileSync(conformanceFile(readEnv().DATA_DIR), 'utf8')));
  } catch {
    throw new HandOverRefused('No server runs with this data folder. Start it first: npm start');
  }
}

async function conform(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const { sn, only, json, report, force, help } = options;
  if (help) {
    say(usage);
    return 0;
  }
  const port = await takeRobot(readAccess(), { sn, force });
  if (force)
    say('Until the test is over this robot is away from the server. It moves; keep its surroundings clear.');
  try {
    let vehicle: Vehicle | undefined;
    const rows = await testRobot(port, {
      ...options,
      only: only && [only],
      connectMs,
      tested: (row) => linesOf(row).forEach(say),
      declared: (it) => {
        vehicle = it;
      },
    });
    if (vehicle) ['', ...capabilityLines(vehicle, rows)].forEach(say);
    say(`\n${sn}: ${summaryOf(rows)}.`);
    if (report !== undefined && vehicle)
      writeFileSync(report, reportPage({ robot: port.robot, vehicle, rows, at: new Date().toISOString() }));
    if (json !== undefined) writeFileSync(json, `${JSON.stringify({ sn, rows }, null, 2)}\n`);
    return hasFailed(rows) ? 1 : 0;
  } finally {
    port.close();
  }
}

try {
  process.exitCode = await conform();
} catch (error) {
  const isExpected =
    error instanceof UsageError ||
    error instanceof HandOverRefused ||
    error instanceof RobotSilent ||
    (error instanceof TypeError && 'code' in error);
  if (!isExpected) throw error;
  say(
    error instanceof UsageError || error instanceof TypeError
      ? `${error.message}\n\n${usage}`
      : error.message,
  );
  process.exitCode = 2;
}
