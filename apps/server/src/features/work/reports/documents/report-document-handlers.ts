import { reportDocumentCalls, type Input, pages } from '@sweepline/contract';
import { Readable } from 'node:stream';
import type { CreateLimit } from '../../../../platform/limits/rates/keyed-limit.ts';
import { slidingWindow } from '../../../../platform/limits/rates/sliding-window.ts';
import type { BytesAnswer } from '../../../../platform/http/bytes.ts';
import { answer } from '../../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../../platform/calls/ctx.ts';
import { inScope, type Tx } from '../../../../platform/db/db.ts';
import { addressIn } from '../../../../platform/calls/services.ts';
import { withoutTransaction } from '../../../../platform/calls/without-transaction.ts';
import { checkSheet, gatherPeriod, gatherReport, makeDocument } from './report-document-service.ts';
import { checkPrint, notePrint } from '../report-print-service.ts';
import { checkFilterRecords } from '../report-named-service.ts';
import { readRecord } from '../report-record-service.ts';
import { sheetOf } from './report-sheet.ts';
import { checkFilePeriod, withSiteDays } from '../report-period-service.ts';

/** Reads in a transaction that ends before the document is created, because that would occupy the connection too long. */
const readOnly = <T>({ services, account }: Ctx, work: (db: Tx) => Promise<T>) =>
  inScope(services.db, account.scope, work, { readOnly: true, home: account.companyId });

/** Limit of fingerprint checks per address, because one check may read all records of a month. */
export const createPrintCheckLimits = (createLimit: CreateLimit) =>
  createLimit('fingerprint checks', slidingWindow({ max: 20, spanMs: 60_000 }));

const pdfAnswer = (bytes: Uint8Array, name: string): BytesAnswer => ({
  mediaType: 'application/pdf',
  fileName: `${name}.pdf`,
  open: () => Readable.from([bytes]),
});

async function periodPdf(ctx: Ctx, input: Input<typeof reportDocumentCalls.periodPdf>) {
  checkFilePeriod(input);
  const { timezone, area, volume, ...filters } = input;
  const { scope, companyId } = ctx.account;
  const { found, order } = await readOnly(ctx, async (db) => {
    await checkFilterRecords(db, filters);
    const found = await withSiteDays(db, ctx.now(), filters);
    const order = await gatherPeriod(db, depsOf(ctx), {
      filters: found,
      origin: ctx.services.consoleUrl?.(),
      companyId,
      reader: { lang: ctx.caller.lang, timezone, area, volume },
    });
    return { found, order };
  });
  await notePrint(ctx.services.db, { companyId, scope, filters: found }, order);
  return pdfAnswer(
    await makeDocument(ctx.services.files, order),
    `reports-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}`,
  );
}

const depsOf = ({ services, now }: Ctx) => ({ files: services.files, now });

export const reportDocumentAnswers = (checks: ReturnType<typeof createPrintCheckLimits>) =>
  answer(reportDocumentCalls, {
    record: ({ db }, { id }) => readRecord(db, id),

    pdf: withoutTransaction(async (ctx: Ctx, input: Input<typeof reportDocumentCalls.pdf>) => {
      const { id, ...reader } = input;
      const address = addressIn(ctx.services, pages.report({ id }));
      const order = await readOnly(ctx, (db) =>
        gatherReport(db, depsOf(ctx), { id, address, reader: { lang: ctx.caller.lang, ...reader } }),
      );
      return pdfAnswer(await makeDocument(ctx.services.files, order), `report-${id}`);
    }),

    periodPdf: withoutTransaction(periodPdf),

    sheet: withoutTransaction(async (ctx: Ctx, input: Input<typeof reportDocumentCalls.sheet>) => {
      checkFilePeriod(input);
      const { timezone, area, volume, ...filters } = input;
      const reader = { lang: ctx.caller.lang, timezone, area, volume };
      const ofSites = await readOnly(ctx, async (db) => {
        const found = await withSiteDays(db, ctx.now(), filters);
        await checkSheet(db, found);
        return found;
      });
      return {
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: `task-reports-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}.xlsx`,
        open: () => sheetOf(ctx, ofSites, reader),
      };
    }),

    checkPrint: withoutTransaction(async ({ services, caller }: Ctx, { sha256 }: { sha256: string }) => {
      if (!checks.take(caller.address)) throw new Refusal('tooMany');
      return await checkPrint(services.db, sha256);
    }),
  });
