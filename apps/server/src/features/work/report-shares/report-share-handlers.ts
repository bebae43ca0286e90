import { Readable } from 'node:stream';
import {
  importPath,
  type Input,
  maxOpenShares,
  nameOfAccount,
  type ReportDetail,
  reportShareCalls,
} from '@sweepline/contract';
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { slidingWindow } from '../../../platform/limits/rates/sliding-window.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { bytesOfFile, findFile } from '../../../platform/files/files.ts';
import { newSecret } from '../../../platform/runtime/ids.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { addressIn } from '../../../platform/calls/services.ts';
import { findLogo } from '../../../entities/people/logo-service.ts';
import { gatherReport, makeDocument } from '../reports/documents/report-document-service.ts';
import { readReport, readReportPath } from '../reports/report-read-service.ts';
import { readRecord } from '../reports/report-record-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { countOpening, hashOf, toShare, withShare } from './report-share-service.ts';
import { reportShares } from './report-share-table.ts';

const linkLogos = ['MENU', 'REPORT'] as const;

const dayMs = 86_400_000;

/** Rate limits per address. A page needs five requests when it opens; a document occupies a thread. */
export const createShareVisitLimits = (createLimit: CreateLimit) => ({
  reads: createLimit('shared reports', slidingWindow({ max: 120, spanMs: 60_000 })),
  documents: createLimit('shared documents', slidingWindow({ max: 6, spanMs: 60_000 })),
});
type Visits = ReturnType<typeof createShareVisitLimits>;

/** A report without names of people, for readers without an account. */
const withoutPeople = (report: ReportDetail): ReportDetail => ({
  ...report,
  by: '',
  pauses: report.pauses.map((pause) => ({ ...pause, by: '' })),
});

async function add(ctx: Ctx, { reportId, note, days }: Input<typeof reportShareCalls.add>) {
  const { db, account, now } = ctx;
  // The lock serialises concurrent calls, so that they cannot exceed the limit together.
  const { companyId } = await find(db, taskReports, reportId, { lock: true });
  const at = now();
  const [open] = await db
    .select({ total: count() })
    .from(reportShares)
    .where(
      and(
        visible(db, reportShares),
        eq(reportShares.reportId, reportId),
        isNull(reportShares.revokedAt),
        gt(reportShares.expiresAt, at.toISOString()),
      ),
    );
  if ((open?.total ?? 0) >= maxOpenShares)
    throw new Refusal('tooManyShares', { words: { most: String(maxOpenShares) } });
  const token = `report_${newSecret()}`;
  const [row] = await db
    .insert(reportShares)
    .values({
      companyId,
      reportId,
      note,
      tokenHash: hashOf(token),
      createdBy: nameOfAccount(account),
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + days * dayMs).toISOString(),
    })
    .returning();
  return { token, share: toShare(row!, now) };
}

async function look({ services, now }: Ctx, { token }: Input<typeof reportShareCalls.look>) {
  const { report, share } = await withShare(services.db, now, token, async (tx, open) => {
    const [detail, { sha256 }, file] = await Promise.all([
      readReport(tx, open.reportId),
      readRecord(tx, open.reportId),
      findLogo(tx, open.companyId, linkLogos),
    ]);
    const facts = { expiresAt: open.expiresAt, sha256, companyLogo: file !== undefined };
    return { share: open, report: { ...withoutPeople(detail), ...facts } };
  });
  await countOpening(services.db, now, share);
  return report;
}

/** The floor or coverage picture of the shared report. Any other file is answered as missing. */
const picture = (
  { services, now }: Ctx,
  { token, file }: Input<typeof reportShareCalls.picture>,
): Promise<BytesAnswer> =>
  withShare(services.db, now, token, async (tx, { reportId }) => {
    const { ground, coverage } = await readReport(tx, reportId);
    if (file !== ground?.file && file !== coverage?.file) throw new Refusal('notFound');
    return bytesOfFile(services.files, await findFile(tx, file));
  });

const logo = ({ services, now }: Ctx, { token }: Input<typeof reportShareCalls.logo>): Promise<BytesAnswer> =>
  withShare(services.db, now, token, async (tx, { companyId }) => {
    const file = await findLogo(tx, companyId, linkLogos);
    if (!file) throw new Refusal('notFound');
    return bytesOfFile(services.files, file);
  });

async function pdf(ctx: Ctx, input: Input<typeof reportShareCalls.pdf>): Promise<BytesAnswer> {
  const { services, now } = ctx;
  const { token, ...reader } = input;
  const order = await withShare(services.db, now, token, (tx, { reportId }) =>
    gatherReport(
      tx,
      { files: services.files, now },
      {
        id: reportId,
        reader,
        // A reader without an account needs the address of the share.
        address: addressIn(services, importPath(token)),
      },
    ),
  );
  const bytes = await makeDocument(services.files, { ...order, report: withoutPeople(order.report) });
  return {
    mediaType: 'application/pdf',
    fileName: `report-${order.report.id}.pdf`,
    open: () => Readable.from([bytes]),
  };
}

/** Refuses an address above its limit, before any query. */
const limited =
  <I, O>(limit: Visits['reads'], work: (ctx: Ctx, input: I) => Promise<O>) =>
  (ctx: Ctx, input: I): Promise<O> => {
    if (!limit.take(ctx.caller.address)) throw new Refusal('tooMany');
    return work(ctx, input);
  };

export const reportShareAnswers = ({ reads, documents }: Visits) =>
  answer(reportShareCalls, {
    list: async ({ db, now }, { reportId }) => {
      await find(db, taskReports, reportId);
      const rows = await db
        .select()
        .from(reportShares)
        .where(and(visible(db, reportShares), eq(reportShares.reportId, reportId)))
        .orderBy(desc(reportShares.createdAt), desc(reportShares.id))
        .limit(200);
      return { list: rows.map((row) => toShare(row, now)) };
    },

    add,

    revoke: async ({ db, account, now }, { id }) => {
      const { revokedAt } = await find(db, reportShares, id, { lock: true });
      if (revokedAt) return {};
      const revoked = { revokedAt: now().toISOString(), revokedBy: nameOfAccount(account) };
      await db.update(reportShares).set(revoked).where(eq(reportShares.id, id));
      return {};
    },

    look: limited(reads, look),

    path: limited(reads, ({ services, now }, { token }: Input<typeof reportShareCalls.path>) =>
      withShare(services.db, now, token, (tx, { reportId }) => readReportPath(tx, services.files, reportId)),
    ),

    record: limited(reads, ({ services, now }, { token }: Input<typeof reportShareCalls.record>) =>
      withShare(services.db, now, token, (tx, { reportId }) => readRecord(tx, reportId)),
    ),

    picture: limited(reads, picture),

    logo: limited(reads, logo),

    pdf: limited(documents, pdf),
  });
