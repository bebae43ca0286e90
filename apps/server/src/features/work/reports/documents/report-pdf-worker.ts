import pdfmake from 'pdfmake';
import { pdfFonts } from '../../../../platform/documents/pdf-fonts.ts';
import { answerJobs } from '../../../../platform/runtime/worker-jobs.ts';
import { reportDocument, type ReportOrder } from './report-pdf.ts';
import type { PeriodOrder } from './report-period-order.ts';
import { periodDocument } from './report-period-pdf.ts';

pdfmake.setFonts(pdfFonts);
// A document has all data in its order: it may fetch no address and read no file except its fonts.
pdfmake.setUrlAccessPolicy(() => false);
const allowed = new Set(Object.values(pdfFonts).flatMap(({ normal, bold }) => [normal, bold]));
pdfmake.setLocalAccessPolicy((path) => allowed.has(path));

export type DocumentOrder = ReportOrder | PeriodOrder;

async function createPdf(order: DocumentOrder): Promise<Uint8Array> {
  const definition = await (order.kind === 'REPORT' ? reportDocument(order) : periodDocument(order));
  return await pdfmake.createPdf(definition).getBuffer();
}

answerJobs(createPdf);
