import { cardKeyOf } from '@sweepline/contract';
import type { Input, NetworkCard, networkCardCalls } from '@sweepline/contract';
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  ilike,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, visible, inValues } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { networkCards } from './network-card-table.ts';

type ListInput = Input<(typeof networkCardCalls)['list']>;
export type CardFilters = Input<(typeof networkCardCalls)['export']>;

/** Cards with their company and the robot that reports them, if the reader may see the robot. */
export const cardRows = (db: Tx) =>
  db
    .select({
      card: getTableColumns(networkCards),
      companyName: companies.name,
      device: { id: devices.id, nickname: devices.nickname, sn: devices.sn },
    })
    .from(networkCards)
    .innerJoin(companies, eq(companies.id, networkCards.companyId))
    .leftJoin(devices, and(eq(devices.iccid, networkCards.iccid), visible(db, devices)))
    .$dynamic();

export type CardRow = Awaited<ReturnType<typeof cardRows>>[number];

export const cardOf = ({ card, companyName, device }: CardRow): NetworkCard => ({
  ...card,
  companyName,
  device,
});

/** Suspended by the operator or by a user. */
const suspended = eq(networkCards.status, 'DEACTIVATED');
const share = sql`${networkCards.usedBytes}::float8 / nullif(${networkCards.monthlyBytes}, 0) * 100`;
const usedOver = (percent: number): SQL => sql`${share} > ${percent}`;

export const cardFilter = (db: Tx, input: CardFilters): SQL | undefined =>
  and(
    visible(db, networkCards),
    input.keyword
      ? or(
          ilike(networkCards.iccid, contains(cardKeyOf(input.keyword) ?? input.keyword)),
          ilike(networkCards.remark, contains(input.keyword)),
          ilike(devices.nickname, contains(input.keyword)),
          ilike(devices.sn, contains(input.keyword)),
        )
      : undefined,
    input.status && input.status.length > 0 ? inValues(networkCards.status, input.status) : undefined,
    input.companyId ? eq(networkCards.companyId, input.companyId) : undefined,
    input.operator ? eq(networkCards.operator, input.operator) : undefined,
    input.usedOver === undefined ? undefined : usedOver(input.usedOver),
    input.linked === undefined ? undefined : input.linked ? isNotNull(devices.id) : isNull(devices.id),
  );

const maxChoices = 100;

/** The values of a column on the visible cards, for a filter. */
async function valuesOf(db: Tx, column: typeof networkCards.operator | typeof networkCards.status) {
  const rows = await db
    .selectDistinct({ value: sql<string>`${column}` })
    .from(networkCards)
    .where(and(visible(db, networkCards), ne(column, '')))
    .orderBy(asc(column))
    .limit(maxChoices);
  return rows.map(({ value }) => value);
}

export const cardChoices = async (db: Tx) => {
  const { operator, status } = networkCards;
  const [operators, statuses] = await Promise.all([valuesOf(db, operator), valuesOf(db, status)]);
  return { operators, statuses };
};

const sortable = {
  iccid: networkCards.iccid,
  usedBytes: networkCards.usedBytes,
  expiresAt: networkCards.expiresAt,
  activatedAt: networkCards.activatedAt,
};

export async function listCards(db: Tx, { page, pageSize, sort = 'iccid', ...input }: ListInput) {
  const where = cardFilter(db, input);
  const rows = cardRows(db)
    .where(where)
    .orderBy(...orderBy(sortable, sort, networkCards.id));
  const ofRobot = and(eq(devices.iccid, networkCards.iccid), visible(db, devices));
  const total = counted(db, sql`${networkCards} left join ${devices} on ${ofRobot}`, where);
  const result = await paginate({ page, pageSize }, rows, total);
  return { ...result, list: result.list.map(cardOf) };
}

export async function readCard(db: Tx, id: string): Promise<NetworkCard> {
  const [row] = await cardRows(db).where(and(eq(networkCards.id, id), visible(db, networkCards)));
  if (!row) throw new Refusal('notFound');
  return cardOf(row);
}

const nearPercent = 90;
const expiringDays = 30;
const countIf = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** The figures above the list. */
export async function summariseCards(db: Tx, at: Date) {
  const soon = new Date(at.getTime() + expiringDays * 86_400_000).toISOString();
  const [row] = await db
    .select({
      total: countIf(sql`true`),
      activated: countIf(eq(networkCards.status, 'ACTIVATED')),
      suspended: countIf(suspended),
      nearLimit: countIf(usedOver(nearPercent)),
      expiring: countIf(
        and(gt(networkCards.expiresAt, at.toISOString()), sql`${networkCards.expiresAt} < ${soon}`),
      ),
      usedBytes: sql<number | null>`sum(${networkCards.usedBytes})::float8`,
    })
    .from(networkCards)
    .where(visible(db, networkCards));
  return row!;
}
