import { randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { TestRefused, type RobotTest, type RobotUnderTest } from './conformance-service.ts';
import type { Inbound } from '../protocol/link.ts';

const host = '127.0.0.1';
const signInMs = 5_000;
const maxSignInBytes = 4_096;

/** The file with the access of the tool. */
export const conformanceFile = (dataDir: string): string => join(dataDir, 'keys', 'conform.json');

/** Where the tool finds the server, and the proof that it may read the data folder. */
export const conformanceAccess = z.object({ port: z.number().int(), token: z.string().min(1) });

const signIn = z.strictObject({ token: z.string(), sn: z.string().max(32), force: z.boolean() });
const toolLine = z.union([
  z.strictObject({
    down: z.strictObject({
      name: z.string(),
      payload: z.string(),
      qos: z.union([z.literal(0), z.literal(1)]),
    }),
  }),
  z.strictObject({ disconnect: z.literal(true) }),
]);

/** A line for the tool: the robot, a refusal, which also ends a test, or a message of the robot. */
export type ServerLine =
  | { robot: RobotUnderTest }
  | { refused: string }
  | { up: { name: string; payload: string; qos: number | null; retain: boolean | null } };
export type ToolLine = z.infer<typeof signIn> | z.infer<typeof toolLine>;

type OpenTest = (
  request: { sn: string; force: boolean },
  listener: (message: Inbound) => void,
  onEnded: (reason: string) => void,
) => Promise<RobotTest>;

/**
 * Accepts the conformance tool on this machine. The token is in `file`, which only the user of the server can read. Returns
 * the function that stops it.
 */
export async function listenForConformance(openTest: OpenTest, file: string): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    serve(socket, token, openTest);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, host, done);
  });
  // A listening server has an address.
  const { port } = server.address() as AddressInfo;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify({ port, token }), { mode: 0o600 });
  return async () => {
    await rm(file, { force: true });
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => void server.close(() => done()));
  };
}

function serve(socket: Socket, token: string, openTest: OpenTest): void {
  const send = (line: ServerLine) => socket.writable && socket.write(`${JSON.stringify(line)}\n`);
  const refuse = (reason: string) => socket.end(`${JSON.stringify({ refused: reason })}\n`);
  let test: Promise<RobotTest | undefined> | undefined;
  const timer = setTimeout(() => test ?? socket.destroy(), signInMs);
  socket.on('data', () => {
    if (!test && socket.bytesRead > maxSignInBytes) socket.destroy();
  });
  const open = async (line: string): Promise<RobotTest | undefined> => {
    const request = signIn.safeParse(jsonOf(line));
    if (!request.success || !isEqual(request.data.token, token)) {
      refuse('The token is wrong.');
      return undefined;
    }
    try {
      const forward = ({ topic, payload, qos, retain }: Inbound) => {
        const name = topic.split('/').at(-1) ?? '';
        const text = Buffer.from(payload).toString('utf8');
        send({ up: { name, payload: text, qos: qos ?? null, retain: retain ?? null } });
      };
      const opened = await openTest(request.data, forward, refuse);
      send({ robot: opened.robot });
      return opened;
    } catch (error) {
      refuse(error instanceof TestRefused ? error.message : 'The server could not begin the test.');
      return undefined;
    }
  };
  createInterface({ input: socket }).on('line', (line) => {
    if (test) void test.then((opened) => opened && obey(opened, line));
    else test = open(line);
  });
  // The robot returns to the server however the tool ends.
  socket.on('close', () => {
    clearTimeout(timer);
    void test?.then((opened) => opened?.close());
  });
}

function obey(test: RobotTest, line: string): void {
  const parsed = toolLine.safeParse(jsonOf(line));
  if (!parsed.success) return;
  if ('disconnect' in parsed.data) return test.disconnect();
  const { name, payload, qos } = parsed.data.down;
  test.publish(name, payload, qos).catch(() => {});
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isEqual(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
