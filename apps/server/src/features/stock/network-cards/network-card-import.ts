import {
  cardImportColumns,
  cardKeyOf,
  maxImportFaults,
  type CardImportColumn,
  type ImportFault,
  type Input,
  type networkCardCalls,
} from '@sweepline/contract';
import { and, inArray, sql } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { bulkInsertNew } from '../../../platform/db/bulk.ts';
import { dayOfCell } from '../../../platform/documents/csv-day.ts';
import { csvNumbers, type CsvNumber } from '../../../platform/documents/csv-numbers.ts';
import { outcomeOf } from '../../../platform/documents/csv-outcome.ts';
import { readCsvTable } from '../../../platform/documents/csv-table.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { bytesOf, uploadOf, type Uploads } from '../../../platform/calls/input.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { companyScope, findCompany } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { networkCards } from './network-card-table.ts';

type Target = Input<(typeof networkCardCalls)['import']>;
const maxCards = 10_000;
const batchRows = 1_000;
const mb = 1024 * 1024;
const insertCards = bulkInsertNew(networkCards);
/** What the operator has not reported yet. */
const newCard = {
  status: 'AVAILABLE',
  suspendedBecause: '',
  activatedAt: null,
  usedBytes: null,
  toldAt: null,
  askedAt: null,
  version: 1,
};

interface CardLine {
  line: number;
  iccid: string;
  operator: string;
  packageType: string;
  monthlyMb: number | null;
  expiresAt: string | null;
  company: string;
  remark: string;
}

/** The card of one line, with the faults that need no other line. */
function cardOfLine(line: number, cells: Record<CardImportColumn, string>, monthly: CsvNumber) {
  const iccid = cardKeyOf(cells.iccid) ?? '';
  const monthlyMb = typeof monthly === 'number' ? monthly : null;
  const day = dayOfCell(cells.expires);
  const wrong = (isWrong: boolean, column: CardImportColumn, reason: ImportFault['reason'] = 'INVALID') =>
    isWrong ? [{ line, column, reason, value: cells[column].slice(0, 60) }] : [];
  const card: CardLine = {
    line,
    iccid,
    operator: cells.operator,
    packageType: cells.package,
    company: cells.company,
    monthlyMb,
    remark: cells.remark,
    expiresAt: day === undefined ? null : new Date(`${day}T00:00:00Z`).toISOString(),
  };
  const faults: ImportFault[] = [
    ...wrong(cells.iccid === '', 'iccid', 'MISSING'),
    ...wrong(cells.iccid !== '' && iccid === '', 'iccid'),
    ...(typeof monthly === 'string' ? wrong(true, 'monthlyMb', monthly) : []),
    ...wrong(monthlyMb !== null && monthlyMb > 10_000_000, 'monthlyMb'),
    ...wrong(cells.expires !== '' && day === undefined, 'expires'),
    ...wrong(cells.operator.length > 60, 'operator'),
    ...wrong(cells.package.length > 60, 'package'),
    ...wrong(cells.remark.length > 200, 'remark'),
  ];
  return { card, faults };
}

function duplicates(cards: readonly CardLine[]): ImportFault[] {
  const seen = new Set<string>();
  return cards.flatMap(({ line, iccid }) => {
    if (iccid === '' || !seen.has(iccid)) {
      seen.add(iccid);
      return [];
    }
    return [{ line, column: 'iccid', reason: 'TWICE_IN_FILE' as const, value: iccid }];
  });
}

/** ICCIDs that are stored already, by any company. The company is not disclosed. */
const existingCards = (db: Tx, iccids: readonly string[]) =>
  asSystem(db, async (all) => {
    const rows = await all
      .select({ iccid: networkCards.iccid })
      .from(networkCards)
      .where(inValues(networkCards.iccid, iccids));
    return new Set(rows.map(({ iccid }) => iccid));
  });

async function checkFile({ db, account, caller }: Ctx, { companyId, encoding }: Target, uploads: Uploads) {
  const table = readCsvTable(await bytesOf(uploadOf(uploads, 'file').content), {
    columns: cardImportColumns,
    required: ['iccid'],
    maxRows: maxCards,
    lang: caller.lang,
    encoding,
  });
  const monthly = csvNumbers(table.rows.map(({ cells }) => cells.monthlyMb));
  const read = table.rows.map(({ line, cells }, n) => cardOfLine(line, cells, monthly[n] ?? null));
  const cards = read.map(({ card }) => card);
  const target = await findCompany(db, companyId ?? account.companyId);
  const names = [...new Set(cards.map(({ company }) => company.toLowerCase()).filter(Boolean))];
  const namedCompanies = await db
    .select({ id: companies.id, name: sql<string>`lower(${companies.name})` })
    .from(companies)
    .where(and(visible(db, companyScope), inValues(sql`lower(${companies.name})`, names)));
  const ownersOf = ({ company }: CardLine) =>
    company === '' ? [target] : namedCompanies.filter(({ name }) => name === company.toLowerCase());
  const existing = await existingCards(
    db,
    cards.map(({ iccid }) => iccid),
  );
  const faults: ImportFault[] = [
    ...table.faults,
    ...read.flatMap((line) => line.faults),
    ...duplicates(cards),
    ...cards.flatMap((card) => {
      const { line, company: value } = card;
      const { length } = ownersOf(card);
      if (length === 1) return [];
      return [
        {
          line,
          column: 'company',
          reason: length === 0 ? ('UNKNOWN' as const) : ('AMBIGUOUS' as const),
          value,
        },
      ];
    }),
    ...cards
      .filter(({ iccid }) => existing.has(iccid))
      .map(({ line, iccid }) => ({ line, column: 'iccid', reason: 'TAKEN' as const, value: iccid })),
  ];
  return { table, cards, faults, target, ownerOf: (card: CardLine) => ownersOf(card)[0]!.id };
}

export async function previewCards(ctx: Ctx, input: Target, uploads: Uploads) {
  const { table, cards, faults, target } = await checkFile(ctx, input, uploads);
  const first = cards.slice(0, 10).map(({ line, iccid, operator, packageType, company, monthlyMb }) => ({
    line,
    iccid,
    operator,
    packageType,
    monthlyMb,
    company: company || target.name,
  }));
  return outcomeOf(table, faults, { maxFaults: maxImportFaults, first });
}

/** Imports all cards of the file, or none. A card that a robot already reports is activated. */
export async function importCards(ctx: Ctx, input: Target, uploads: Uploads) {
  const { cards, faults, ownerOf } = await checkFile(ctx, input, uploads);
  if (faults.length > 0) throw wrongField('file', 'IMPORT_FAULTS', { count: faults.length });
  const { db, account, now } = ctx;
  const at = now().toISOString();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: account.username };
  const rows = cards.map((card) => ({
    id: newId(),
    companyId: ownerOf(card),
    iccid: card.iccid,
    operator: card.operator,
    packageType: card.packageType,
    remark: card.remark,
    expiresAt: card.expiresAt,
    ...newCard,
    ...stamp,
    monthlyBytes: card.monthlyMb === null ? null : Math.round(card.monthlyMb * mb),
  }));
  for (let from = 0; from < rows.length; from += batchRows) {
    const batch = rows.slice(from, from + batchRows);
    const inserted = await insertCards(db, batch);
    if (inserted.length < batch.length) throw new Refusal('outdated');
  }
  await asSystem(db, async (all) => {
    const inUse = all
      .select({ iccid: devices.iccid })
      .from(devices)
      .where(sql`${devices.iccid} is not null`);
    await all
      .update(networkCards)
      .set({ status: 'ACTIVATED', activatedAt: at })
      .where(
        and(
          inValues(
            networkCards.id,
            rows.map(({ id }) => id),
          ),
          inArray(networkCards.iccid, inUse),
        ),
      );
  });
  return { added: rows.length };
}
