import type { Vehicle } from '@sweepline/contract/robot';
import { isDone, standStill } from './orders.ts';
import { Robot } from './robot.ts';
import type { RobotPort } from './robot-port.ts';
import { judge, type Rule, type Subject } from './rule.ts';
import { rules } from './rules.ts';
import type { Verdict } from './verdict.ts';

export interface Row extends Pick<Rule, 'id' | 'rule' | 'page'> {
  subject: Subject;
  verdict: Verdict;
}

export interface TestRunOptions {
  /** All subjects if left out. */
  only?: readonly Subject[] | undefined;
  /** The longest wait for one answer. */
  waitMs: number;
  /** How long a robot that is not connected is waited for. */
  connectMs: number;
  goal?: { x: number; y: number };
  /** Called with each row when its rule was tested. */
  tested(row: Row): void;
  /** Called at the end with what the robot declared. */
  declared?(vehicle: Vehicle): void;
}

export class RobotSilent extends Error {}

/** Tests the rules one after the other. The robot is left as it was: idle, not frozen and not in relocation mode. */
export async function testRobot(port: RobotPort, options: TestRunOptions): Promise<Row[]> {
  const { only, waitMs, connectMs, goal, tested } = options;
  const robot = new Robot(port, { waitMs, ...(goal && { goal }) });
  await introduce(robot, connectMs);
  const rows: Row[] = [];
  const subjects = (Object.keys(rules) as Subject[]).filter((it) => only?.includes(it) ?? true);
  try {
    for (const subject of subjects) {
      for (const rule of rules[subject]) {
        const { id, rule: sentence, page } = rule;
        const row = { id, rule: sentence, page, subject, verdict: await judge(rule, robot) };
        rows.push(row);
        tested(row);
      }
    }
  } finally {
    await leave(robot);
  }
  options.declared?.(robot.vehicle);
  return rows;
}

const declaredMs = 2_000;

/** Waits for the robot and learns what it can. A robot of ours shows that by its messages after a reconnect. */
async function introduce(robot: Robot, connectMs: number): Promise<void> {
  robot.cut();
  if (!(await robot.wait(() => robot.state !== undefined, connectMs)))
    throw new RobotSilent('No state came from the robot. Is it connected?');
  const factsheet = await robot.askFactsheet();
  if (factsheet) robot.abilities = robot.codec.abilities(factsheet.body);
  // It comes with each connection, and the rules ask what it declares.
  await robot.wait(() => robot.received.some(({ name }) => name === 'xReported'), declaredMs);
}

async function leave(robot: Robot): Promise<void> {
  robot.answerAll(0);
  const { state } = robot;
  if (state && state.orderId !== '' && !isDone(state)) await standStill(robot).catch(() => {});
  // The last acknowledgements have to reach the robot before its connection is closed.
  await robot.pause(500).catch(() => {});
}
