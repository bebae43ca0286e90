import { csvLine, csvMark } from '@sweepline/contract';
import { Readable } from 'node:stream';
import type { alarmCalls, AlarmEntry, Input } from '@sweepline/contract';
import { desc } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { alarmFilter } from './alarm-filter.ts';
import { readAlarms } from './alarm-rows.ts';

/** More than a month of a large fleet. */
const maxExported = 20_000;

/** The columns of the file. Its names are those of the answers of the list. */
const columns: Record<string, (alarm: AlarmEntry) => string | number | null> = {
  raisedAt: ({ raisedAt }) => raisedAt,
  clearedAt: ({ clearedAt }) => clearedAt,
  code: ({ code }) => code,
  name: ({ name }) => name,
  level: ({ level }) => level,
  effectiveLevel: ({ effectiveLevel }) => effectiveLevel,
  type: ({ type }) => type,
  description: ({ description }) => description,
  count: ({ count }) => count,
  device: ({ deviceName }) => deviceName,
  sn: ({ deviceSn }) => deviceSn,
  company: ({ companyName }) => companyName,
  site: ({ site }) => site?.name ?? null,
  run: ({ runName }) => runName,
  owner: ({ owner }) => owner?.name ?? null,
  acknowledgedAt: ({ acknowledged }) => acknowledged?.at ?? null,
  acknowledgedBy: ({ acknowledged }) => acknowledged?.name ?? null,
  shelvedUntil: ({ shelved }) => shelved?.until ?? null,
  processing: ({ processing }) => processing,
  processedAt: ({ processed }) => processed?.at ?? null,
  processedBy: ({ processed }) => processed?.name ?? null,
  result: ({ processed }) => processed?.result ?? null,
};

/** The alarms of a period as a CSV file. */
export async function exportAlarms(ctx: Ctx, { from, to, ...filters }: Input<(typeof alarmCalls)['export']>) {
  const where = await alarmFilter(ctx, { ...filters, startTime: from, endTime: to });
  const order = [desc(alarms.raisedAt), desc(alarms.id)];
  const { list } = await readAlarms(ctx, where, { page: 1, pageSize: maxExported }, order);
  const lines = list.map((alarm) => csvLine(Object.values(columns).map((cell) => cell(alarm))));
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `alarms-${ctx.now().toISOString().slice(0, 10)}.csv`,
    open: () => Readable.from([`${csvMark}${csvLine(Object.keys(columns))}`, ...lines]),
  };
}
