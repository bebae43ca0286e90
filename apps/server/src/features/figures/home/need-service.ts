import {
  needKinds,
  type Input,
  type Need,
  type NeedKind,
  type needCalls,
  type Output,
} from '@sweepline/contract';
import { Refusal, type Account, type Ctx } from '../../../platform/calls/ctx.ts';
import { mayRead } from '../../../entities/people/record-readers.ts';
import type { NeedSource } from '../../../entities/figures/need-source.ts';
import { robotsOfNeeds, type NeedRobot } from './need-robots-service.ts';
import { needStatement } from './need-statement.ts';

type List = (typeof needCalls)['list'];

interface Row extends Omit<Need, 'lost' | 'reason' | 'assigned' | 'obstacle'> {
  /** Null in the only row of an empty page. */
  source: number | null;
  companyId: string | null;
  areaM2: number | null;
  reason: Need['reason']['code'];
  params: Need['reason']['params'];
  assigneeId: string | null;
  assigneeName: string | null;
  handedAt: string | null;
  isHanded: boolean | null;
}
interface Counted extends Row {
  total: number;
  snoozedCount: number;
  othersCount: number;
  kinds: Partial<Record<NeedKind, number>>;
}

interface Filter {
  snoozed?: boolean;
  kinds?: readonly NeedKind[] | undefined;
  assigneeId?: string | undefined;
  id?: string;
  /** Of what another person takes care of: only that, or without it; both when left out. */
  others?: boolean;
}

async function readRows(
  { db, now, account }: Ctx,
  sources: readonly NeedSource[],
  filter: Filter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Counted[]> {
  if (sources.length === 0) return [];
  const { snoozed, kinds, assigneeId, id, others } = filter;
  return await db.raw<Counted>(needStatement(sources), [
    now().toISOString(),
    db.scope === '*' ? null : db.scope,
    account.companyId,
    account.id,
    snoozed === undefined ? null : String(snoozed),
    kinds && kinds.length > 0 ? kinds : null,
    assigneeId ?? null,
    id ?? null,
    pageSize,
    (page - 1) * pageSize,
    others ?? null,
  ]);
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** The area as it is, and the hours that make the loss of it. */
const lostOf = ({ areaM2, lostM2Hours }: Row): Need['lost'] =>
  areaM2 === null || lostM2Hours === null || areaM2 <= 0
    ? null
    : { areaM2: rounded(areaM2, 2), lateHours: rounded(lostM2Hours / areaM2, 3) };

function needOf(row: Row, robot: NeedRobot, reader: Account): Need {
  const {
    source: _source,
    companyId: _company,
    areaM2: _area,
    assigneeId,
    assigneeName,
    handedAt,
    isHanded,
    ...need
  } = row;
  const { reason, params, lostM2Hours } = row;
  return {
    ...need,
    ...robot,
    lostM2Hours: lostM2Hours === null ? null : rounded(lostM2Hours, 2),
    lost: lostOf(row),
    reason: { code: reason, params },
    assigned:
      handedAt === null
        ? null
        : { mine: assigneeId === reader.id, name: assigneeName, at: handedAt, handed: isHanded === true },
  };
}

/** One page of the needs that the caller may see, with the counts of all. */
export async function listNeeds(
  ctx: Ctx,
  sources: readonly NeedSource[],
  input: Input<List>,
): Promise<Output<List>> {
  const { account } = ctx;
  const permitted = sources.filter((source) => mayRead(account, source.allow));
  const filter = {
    snoozed: input.snoozed,
    kinds: input.kind,
    assigneeId: input.mine ? account.id : undefined,
    others: input.others,
  };
  const rows = await readRows(ctx, permitted, filter, input);
  const [first] = rows;
  const found = rows.filter(({ source }) => source !== null);
  const robotOf = await robotsOfNeeds(ctx.db, found);
  return {
    list: found.map((row) => needOf(row, robotOf(row), account)),
    total: first?.total ?? 0,
    snoozed: first?.snoozedCount ?? 0,
    others: first?.othersCount ?? 0,
    kinds: needKinds.flatMap((kind) => {
      const count = first?.kinds[kind] ?? 0;
      return count > 0 ? [{ kind, count }] : [];
    }),
  };
}

/** One need of the caller and its source. A need that is over, and one that the caller may not see, are refused alike. */
export async function findNeed(ctx: Ctx, sources: readonly NeedSource[], id: string) {
  const permitted = sources.filter(
    (source) => id.startsWith(`${source.kind}:`) && mayRead(ctx.account, source.allow),
  );
  const [row] = await readRows(ctx, permitted, { id }, { page: 1, pageSize: 1 });
  const source = row && row.source !== null ? permitted[row.source] : undefined;
  if (!row || !source) throw new Refusal('notFound');
  return { id, companyId: row.companyId ?? ctx.account.companyId, name: row.name, allow: source.allow };
}
