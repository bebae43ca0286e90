import { failedCommandStates, type commandCalls, type CommandRow, type Input } from '@sweepline/contract';
import { and, desc, eq, getTableColumns, gte, ilike, inArray, lte, ne, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { deviceJobs } from '../../../entities/devices/device-job-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';

const openStates = ['QUEUED', 'SENT', 'ACCEPTED', 'RUNNING'] as const;
const { params: _params, result: _result, ...listColumns } = getTableColumns(commands);

export type CommandFilters = Omit<Input<typeof commandCalls.list>, 'page' | 'pageSize' | 'enablePage'>;

/**
 * Commands of accounts. Commands that the server sends itself, such as a higher position rate for an open page, have an
 * empty `by`.
 */
export const userCommands = (db: Tx): SQL | undefined => and(visible(db, commands), ne(commands.by, ''));

/** The filter of the list. Commands of deleted devices remain. */
export function commandFilter(db: Tx, input: CommandFilters): SQL | undefined {
  const { keyword, deviceId, type, status, only, by, from, to } = input;
  const pattern = keyword && contains(keyword);
  return and(
    userCommands(db),
    deviceId ? eq(commands.deviceId, deviceId) : undefined,
    type?.length ? inArray(commands.type, type) : undefined,
    status?.length ? inArray(commands.status, status) : undefined,
    only && inArray(commands.status, [...(only === 'OPEN' ? openStates : failedCommandStates)]),
    by ? eq(commands.by, by) : undefined,
    from ? gte(commands.createdAt, from) : undefined,
    to ? lte(commands.createdAt, to) : undefined,
    pattern ? or(...keywordMatches(db, pattern)) : undefined,
  );
}

const keywordMatches = (db: Tx, pattern: string): SQL[] => [
  ilike(commands.reason, pattern),
  inArray(
    commands.deviceId,
    db
      .select({ id: devices.id })
      .from(devices)
      .where(or(ilike(devices.sn, pattern), ilike(devices.nickname, pattern))),
  ),
];

/** Commands with their device, company and job. */
export const commandRows = (db: Tx) =>
  db
    .select({
      command: listColumns,
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

/** One page of commands, newest first. */
export async function listCommands(db: Tx, input: Input<typeof commandCalls.list>) {
  const where = commandFilter(db, input);
  const rows = commandRows(db).where(where).orderBy(desc(commands.createdAt), desc(commands.id));
  const { list, total } = await paginate(input, rows, counted(db, commands, where));
  return { list: list.map(rowOf), total };
}
