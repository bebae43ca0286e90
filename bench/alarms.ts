import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { ingestMeasures, stormMeasures } from './alarms/gateway-measures.ts';
import { bareList, companiesOfCallers, listMeasures } from './alarms/list-measures.ts';
import { tickMeasures } from './alarms/tick-measures.ts';
import { insertAlarms, insertRules, ownerOf, tokenOf, worldOf } from './alarms/world.ts';
import { report, type Measure } from './measure/report.ts';
import { createDatabase } from './world/create-database.ts';

const companies = 200;
const equal = { companies: 16, devices: 50 };
/** Alarms of a robot of the companies that are asked, and of the others: in all a million, and a tenth of it. */
const perRobot = { own: 40, others: 104, othersOfTenth: 5 };
const whole = {
  large: 500,
  devices: 10_400,
  others: perRobot.others,
  open: 100_000,
  flood: 1_000,
  storm: 10_000,
  stormMs: 60_000,
};
const part = {
  large: 300,
  devices: 2_920,
  others: 51,
  open: 10_000,
  flood: 200,
  storm: 1_000,
  stormMs: 10_000,
};
const parts = ['list', 'ingest', 'storm', 'tick'];

type Size = typeof whole;

/**
 * The list of alarms against bare Node with `pg` and against itself, the storing of alarms with all rules, one code of all robots in
 * a minute, and the escalation with many open alarms. Names of parts select them; `--small` is a part of each.
 */
export async function run(args: readonly string[]) {
  const size = args.includes('--small') ? part : whole;
  const chosen = args.filter((arg) => parts.includes(arg));
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
  const folder = mkdtempSync(join(tmpdir(), 'alarms-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const robots = { companies, large: size.large, equal, devices: size.devices, tokenOf };
  const empty = (name: string) => worldOf(database.url, name, robots);
  try {
    if (isChosen('list')) report(await lists(database.url, size));
    if (isChosen('ingest'))
      report(await ingestMeasures({ ruled: await empty('ruled'), free: await empty('free') }, size.flood));
    if (isChosen('storm'))
      report(await stormMeasures(await ruledWorld(await empty('storm')), size.storm, size.stormMs));
    if (isChosen('tick')) {
      const counts = { many: size.open, few: size.open / 10 };
      report(await tickMeasures({ many: await empty('many'), few: await empty('few') }, counts));
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A database with settings of every code at every company. */
async function ruledWorld(url: string): Promise<string> {
  const sql = ownerOf(url);
  await insertRules(sql);
  await sql.end();
  return url;
}

async function lists(databaseUrl: string, { large, devices, others }: Size): Promise<Measure[]> {
  const filled = async (name: string, ofOthers: number) => {
    const url = await worldOf(databaseUrl, name, { companies, large, equal, devices, tokenOf });
    const sql = ownerOf(url);
    await insertAlarms(
      sql,
      `case when c <= ${equal.companies + 1} then ${perRobot.own} else ${ofOthers} end`,
    );
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from alarms`;
    await sql.end();
    return { url, count: row!.count };
  };
  const [many, tenth] = [await filled('list', others), await filled('tenth', perRobot.othersOfTenth)];
  const gateway = await createDatabase(databaseUrl, 'empty');
  const children: ChildProcess[] = [];
  const start = async (file: string, message: object) => {
    const child = fork(join(import.meta.dirname, file), { env: { ...process.env, NODE_ENV: 'production' } });
    children.push(child);
    child.send(message);
    const [port] = (await once(child, 'message')) as [number];
    return port;
  };
  try {
    const ports = {
      bare: await start('lists/bare-process.ts', {
        databaseUrl: many.url,
        companies: companiesOfCallers,
        lists: [bareList],
      }),
      ours: await start('list/our-process.ts', { api: many.url, gateway }),
      tenth: await start('list/our-process.ts', { api: tenth.url, gateway }),
    };
    return await listMeasures(ports, many.count.toLocaleString('en'));
  } finally {
    for (const child of children) child.send('stop');
    await Promise.all(children.map((child) => once(child, 'exit')));
  }
}
