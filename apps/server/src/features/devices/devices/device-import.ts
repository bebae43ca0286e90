import { maxImportFaults, type ImportFault, type Input, type deviceFileCalls } from '@sweepline/contract';
import { and, sql } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { outcomeOf } from '../../../platform/documents/csv-outcome.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { bytesOf, uploadOf, type Upload, type Uploads } from '../../../platform/calls/input.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { isRoutable, type BrokerNames } from '../identity/broker-name-service.ts';
import { announceNewDevices, newCredential } from '../identity/credential-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { companyScope, findCompany } from '../../../entities/people/company-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { deviceOfLine, readDeviceFile, duplicateSerials, type DeviceLine } from './device-import-rules.ts';
import { takenSerials } from './device-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';

type Target = Input<(typeof deviceFileCalls)['import']>;

/** A line with the ids of its company and site. */
interface PlacedLine extends DeviceLine {
  companyId: string;
  siteId: string | null;
}

interface ImportSource {
  uploads: Uploads;
  robots: BrokerNames;
}

/** Reads the file and checks whether each line can be imported now. */
async function checkFile(
  { db, account, caller }: Ctx,
  { companyId, encoding }: Target,
  { uploads, robots }: ImportSource,
) {
  const upload: Upload = uploadOf(uploads, 'file');
  const table = readDeviceFile(await bytesOf(upload.content), { lang: caller.lang, encoding });
  const parsed = table.rows.map(({ line, cells }) => deviceOfLine(line, cells));
  const lines = parsed.map(({ device }) => device);
  const target = await findCompany(db, companyId ?? account.companyId);
  const { placed, faults } = await placeLines(db, lines, target.id);
  const taken = new Set(
    await takenSerials(
      db,
      lines.map(({ sn }) => sn),
    ),
  );
  const all: ImportFault[] = [
    ...table.faults,
    ...parsed.flatMap((each) => each.faults),
    ...duplicateSerials(lines),
    ...lines.flatMap((line) => unroutable(robots, line)),
    ...faults,
    ...lines
      .filter(({ sn }) => taken.has(sn.toLowerCase()))
      .map(({ line, sn }) => ({ line, column: 'sn', reason: 'TAKEN' as const, value: sn })),
  ];
  return { table, lines, placed, faults: all, target };
}

const unroutable = (broker: BrokerNames, device: DeviceLine): ImportFault[] =>
  (['sn', 'manufacturer'] as const)
    .filter((column) => !isRoutable(broker, device[column]))
    .map((column) => ({ line: device.line, column, reason: 'DOT_IN_NAME', value: device[column] }));

/** Finds companies and sites by name within the caller's scope. */
async function placeLines(db: Tx, lines: readonly DeviceLine[], ownId: string) {
  const names = [...new Set(lines.map(({ company }) => company).filter(Boolean))];
  const companyRows = names.length
    ? await db
        .select({ id: companies.id, name: companies.name })
        .from(companies)
        .where(
          and(
            visible(db, companyScope),
            inValues(
              sql`lower(${companies.name})`,
              names.map((name) => name.toLowerCase()),
            ),
          ),
        )
    : [];
  const faults: ImportFault[] = [];
  const placed: PlacedLine[] = [];
  const siteNames = [...new Set(lines.map(({ site }) => site.toLowerCase()).filter(Boolean))];
  const siteRows = await db
    .select({ id: sites.id, name: sites.name, companyId: sites.companyId })
    .from(sites)
    .where(and(visible(db, sites), inValues(sql`lower(${sites.name})`, siteNames)));
  for (const line of lines) {
    const matches = line.company
      ? companyRows.filter(({ name }) => sameName(name, line.company))
      : [{ id: ownId }];
    const [company] = matches;
    if (!company || matches.length > 1) {
      const reason = company ? ('AMBIGUOUS' as const) : ('UNKNOWN' as const);
      faults.push({ line: line.line, column: 'company', reason, value: line.company });
      continue;
    }
    const site = siteRows.find((row) => row.companyId === company.id && sameName(row.name, line.site));
    if (line.site && !site)
      faults.push({ line: line.line, column: 'site', reason: 'UNKNOWN', value: line.site });
    placed.push({ ...line, companyId: company.id, siteId: site?.id ?? null });
  }
  return { placed, faults };
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The result of an import without storing it. */
export async function previewImport(ctx: Ctx, input: Target, source: ImportSource) {
  const { table, lines, faults, target } = await checkFile(ctx, input, source);
  const first = lines.slice(0, 10).map(({ line, sn, model, nickname, company, site, tags }) => ({
    line,
    sn,
    model,
    nickname,
    site,
    tags,
    company: company || target.name,
  }));
  return outcomeOf(table, faults, { maxFaults: maxImportFaults, first });
}

/** Imports all lines or none. One fault, or a serial number that was taken meanwhile, refuses the file. */
export async function importDevices(ctx: Ctx, input: Target, source: ImportSource) {
  const { placed, faults } = await checkFile(ctx, input, source);
  if (faults.length > 0) throw wrongField('file', 'IMPORT_FAULTS', { count: faults.length });
  const { db, account, now, services } = ctx;
  const at = now().toISOString();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: account.username };
  const rows = placed.map(({ line: _line, company: _company, site: _site, ...device }) => ({
    ...device,
    ...stamp,
    id: newId(),
    // This secret is discarded: activation creates the device's own.
    secretHash: newCredential().secretHash,
    binding: 'NOT_ACTIVATED' as const,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    const batch = rows.slice(from, from + 500);
    const created = await db
      .insert(devices)
      .values(batch)
      .onConflictDoNothing()
      .returning({ id: devices.id });
    if (created.length < batch.length) throw new Refusal('serialTaken');
  }
  db.afterCommit(() =>
    announceNewDevices(
      services.bus,
      rows.map(({ id }) => id),
    ),
  );
  return { added: rows.length };
}
