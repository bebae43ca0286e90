import { randomUUID } from 'node:crypto';
import type { Received, Robot } from '../robot.ts';
import { offers, type Rule } from '../rule.ts';
import { broken, NotApplicable, NotTested } from '../verdict.ts';

const page = 'drive.md#watchdog';
/** A gentle turn on the spot, in rad/s. */
const turn = 0.3;
const movingAt = 0.05;
const sendEachMs = 100;
/** 400 ms of watchdog, braking, and two pauses between acknowledgements. */
const standstillMs = 400 + 500 + 400;

interface Session {
  sessionId: string;
  seq: number;
}

const isMoving = ({ body }: Received) =>
  Math.abs(Number(body['w'] ?? 0)) >= movingAt || Math.abs(Number(body['v'] ?? 0)) >= movingAt;

const seqOf = (ack: Received | undefined) => Number(ack?.body['lastSeq'] ?? 0);
/** The newest `seq` that the robot acknowledged in this session. */
const newestSeq = (robot: Robot, { sessionId }: Session) =>
  seqOf(robot.since(0, 'xDriveAck').findLast(({ body }) => body['sessionId'] === sessionId));

const send = (robot: Robot, session: Session, more: object = {}) =>
  robot.send('xDrive', {
    sessionId: session.sessionId,
    seq: ++session.seq,
    ageMs: 10,
    deadman: true,
    v: 0,
    w: turn,
    ...more,
  });

/** Turns the robot for a time, and returns the acknowledgements. */
async function turnFor(robot: Robot, session: Session, ms: number): Promise<Received[]> {
  const mark = robot.mark();
  for (const untilMs = Date.now() + ms; Date.now() < untilMs;) {
    send(robot, session);
    await robot.pause(sendEachMs);
  }
  return robot.since(mark, 'xDriveAck');
}

/** Runs `work` in a session of driving by hand. */
async function withSession(robot: Robot, work: (session: Session) => Promise<void>): Promise<void> {
  const session = { sessionId: randomUUID(), seq: 0 };
  const reply = await robot.ended('teleop.open', { sessionId: session.sessionId, maxSeconds: 60 });
  if (!reply) broken('teleop.open was not answered');
  const { status, code } = reply.body;
  if (code === 'UNSUPPORTED') throw new NotApplicable('it cannot be driven by hand');
  if (status === 'REJECTED') throw new NotTested(`teleop.open was refused with ${String(code)}`);
  if (status !== 'SUCCEEDED') broken('SUCCEEDED was expected', reply, 'status');
  try {
    await work(session);
  } finally {
    await robot.ended('teleop.close', { sessionId: session.sessionId, resume: false });
  }
}

/** Waits until the robot stands; the time since `fromMs`, or undefined if it goes on. */
async function standstill(robot: Robot, mark: number, fromMs: number): Promise<number | undefined> {
  const stopped = await robot.next(mark, 'xDriveAck', (message) => !isMoving(message), 3_000);
  return stopped && stopped.atMs - fromMs;
}

async function turned(robot: Robot, session: Session): Promise<void> {
  const acks = await turnFor(robot, session, 1_000);
  if (!acks.some(isMoving)) throw new NotTested('the robot does not turn, see DRIVE-2');
}

/** Whether a message with these fields has no effect. */
async function ignores(robot: Robot, more: object, what: string): Promise<void> {
  await withSession(robot, async (session) => {
    const [first] = await turnFor(robot, session, 400);
    if (!first) throw new NotTested('there is no xDriveAck, see DRIVE-2');
    // Messages that are still under way would make it move later.
    const sentSeq = session.seq;
    await robot.wait(
      () => seqOf(robot.received.findLast(({ name }) => name === 'xDriveAck')) >= sentSeq,
      3_000,
    );
    if ((await standstill(robot, robot.mark(), Date.now())) === undefined)
      throw new NotTested('the robot does not stand, see DRIVE-3');
    const mark = robot.mark();
    const lastSeq = newestSeq(robot, session);
    for (let count = 0; count < 5; count++) {
      send(robot, session, more);
      await robot.pause(sendEachMs);
    }
    const used = robot
      .since(mark, 'xDriveAck')
      .find((message) => isMoving(message) || seqOf(message) > lastSeq);
    if (used) broken(`it used a message ${what}`, used);
  });
}

export const driveRules: readonly Rule[] = [
  {
    id: 'DRIVE-1',
    rule: 'It opens a session in `MANUAL_RUN`.',
    page: 'drive.md#session',
    needs: [offers('drive')],
    check: (robot) =>
      withSession(robot, async () => {
        const isManual = () =>
          robot.received.findLast(({ name }) => name === 'xTelemetry')?.body['mode'] === 'MANUAL_RUN';
        if (!(await robot.wait(isManual)))
          broken(
            'not MANUAL_RUN',
            robot.received.findLast(({ name }) => name === 'xTelemetry'),
            'mode',
          );
      }),
  },
  {
    id: 'DRIVE-2',
    rule: 'It moves while `xDrive` comes, and sends `xDriveAck` five times a second with the newest `seq`.',
    page: 'drive.md#xdriveack',
    needs: [offers('drive')],
    check: (robot) =>
      withSession(robot, async (session) => {
        const acks = await turnFor(robot, session, 2_000);
        const last = acks.at(-1);
        if (!last || acks.length < 7) broken(`${acks.length} xDriveAck in 2 s`, last);
        if (Number(last.body['lastSeq']) < session.seq - 5)
          broken(`seq ${session.seq} was sent`, last, 'lastSeq');
        if (!acks.some(isMoving)) broken('it does not move', last, 'w');
      }),
  },
  {
    id: 'DRIVE-3',
    rule: 'Dead-man stop: without messages it stands after 0.4 s and its braking.',
    page,
    needs: [offers('drive')],
    check: (robot) =>
      withSession(robot, async (session) => {
        await turned(robot, session);
        const ms = await standstill(robot, robot.mark(), Date.now());
        const last = robot.received.findLast(({ name }) => name === 'xDriveAck');
        if (ms === undefined) broken('it still moves 3 s after the last message', last, 'w');
        if (ms > standstillMs) broken(`it stood after ${ms} ms, ${standstillMs} ms are allowed`, last);
      }),
  },
  {
    id: 'DRIVE-4',
    rule: 'It stops when `deadman` is false.',
    page: 'drive.md#xdrive',
    needs: [offers('drive')],
    check: (robot) =>
      withSession(robot, async (session) => {
        await turned(robot, session);
        const [mark, fromMs] = [robot.mark(), Date.now()];
        const letGo = setInterval(() => send(robot, session, { deadman: false }), sendEachMs);
        try {
          const ms = await standstill(robot, mark, fromMs);
          const last = robot.received.findLast(({ name }) => name === 'xDriveAck');
          if (ms === undefined || ms > standstillMs) broken('it moves on', last, 'w');
        } finally {
          clearInterval(letGo);
        }
      }),
  },
  {
    id: 'DRIVE-5',
    rule: 'It ignores an `xDrive` that is older than 300 ms.',
    page: 'drive.md#xdrive',
    needs: [offers('drive')],
    check: (robot) => ignores(robot, { ageMs: 2_000 }, 'that is 2 s old'),
  },
  {
    id: 'DRIVE-6',
    rule: 'It ignores an `xDrive` of another session, and one with an earlier `seq`.',
    page: 'drive.md#xdrive',
    needs: [offers('drive')],
    check: async (robot) => {
      await ignores(robot, { sessionId: randomUUID() }, 'of another session');
      await ignores(robot, { seq: 1 }, 'with an earlier seq');
    },
  },
  {
    id: 'DRIVE-7',
    rule: 'It ends the session with `teleop.close` and leaves `MANUAL_RUN`.',
    page: 'drive.md#session',
    needs: [offers('drive')],
    check: async (robot) => {
      let sessionId = '';
      await withSession(robot, async (session) => void (sessionId = session.sessionId));
      const mark = robot.mark();
      const reply = await robot.ended('teleop.close', { sessionId, resume: false });
      if (reply?.body['status'] !== 'SUCCEEDED') broken('SUCCEEDED was expected', reply, 'status');
      const telemetry = () => robot.received.findLast(({ name }) => name === 'xTelemetry');
      if (!(await robot.wait(() => telemetry()?.body['mode'] !== 'MANUAL_RUN')))
        broken('still MANUAL_RUN', robot.since(mark, 'xTelemetry').at(-1) ?? telemetry(), 'mode');
    },
  },
];
