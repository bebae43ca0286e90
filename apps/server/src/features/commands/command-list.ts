import { failedCommandStates, type commandCalls, type CommandRow, type Input } from '@sweepline/contract';
import { and, desc, eq, getTableColumns, gte, ilike, inArray, lte, ne, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { contains, counted, pageOf, visible, windowOf } from '../../platform/db/page.ts';
import { companies } from '../companies/company-table.ts';
import { commands } from '../devices/command-table.ts';
import { deviceJobs } from '../devices/device-job-table.ts';
import { devices } from '../devices/device-table.ts';

const openStates = ['QUEUED', 'SENT', 'ACCEPTED', 'RUNNING'] as const;
const { params: _params, result: _result, ...shown } = getTableColumns(commands);

export type CommandFilters = Omit<Input<typeof commandCalls.list>, 'page' | 'pageSize' | 'enablePage'>;

/** What people gave: what the server asks of a robot by itself, such as more places while a page looks, is nobody's command. */
export const givenCommands = (db: Tx): SQL | undefined => and(visible(db, commands), ne(commands.by, ''));

/** Rows of the ledger; those of a device that was deleted stay. */
export function commandFilter(db: Tx, input: CommandFilters): SQL | undefined {
  const { keyword, deviceId, type, status, only, by, from, to } = input;
  const pattern = keyword && contains(keyword);
  return and(
    givenCommands(db),
    deviceId ? eq(commands.deviceId, deviceId) : undefined,
    type?.length ? inArray(commands.type, type) : undefined,
    status?.length ? inArray(commands.status, status) : undefined,
    only && inArray(commands.status, [...(only === 'OPEN' ? openStates : failedCommandStates)]),
    by ? eq(commands.by, by) : undefined,
    from ? gte(commands.createdAt, from) : undefined,
    to ? lte(commands.createdAt, to) : undefined,
    pattern ? or(...searched(db, pattern)) : undefined,
  );
}

const searched = (db: Tx, pattern: string): SQL[] => [
  ilike(commands.reason, pattern),
  inArray(
    commands.deviceId,
    db
      .select({ id: devices.id })
      .from(devices)
      .where(or(ilike(devices.sn, pattern), ilike(devices.nickname, pattern))),
  ),
];

/** Commands with whose they are. */
export const commandRows = (db: Tx) =>
  db
    .select({
      command: shown,
      device: { sn: devices.sn, nickname: devices.nickname, model: devices.model },
      companyName: companies.name,
      job: deviceJobs,
    })
    .from(commands)
    .innerJoin(companies, eq(companies.id, commands.companyId))
    .leftJoin(devices, eq(devices.id, commands.deviceId))
    .leftJoin(deviceJobs, eq(deviceJobs.commandId, commands.id))
    .$dynamic();

type Row = Awaited<ReturnType<typeof commandRows>>[number];
export const rowOf = ({ command, device, companyName, job }: Row): CommandRow => ({
  ...command,
  device,
  companyName,
  job,
});

/** One page of the ledger, newest first. */
export async function listCommands(db: Tx, input: Input<typeof commandCalls.list>) {
  const where = commandFilter(db, input);
  const { limit, offset } = windowOf(input);
  const rows = commandRows(db).where(where).orderBy(desc(commands.createdAt), desc(commands.id));
  const { list, total } = await pageOf(rows.limit(limit).offset(offset), counted(db, commands, where));
  return { list: list.map(rowOf), total };
}
