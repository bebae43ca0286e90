import { reportCalls, reportFigureCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { paginateTable } from '../../../platform/db/paginate.ts';
import { readReport, readReportPath } from './report-read-service.ts';
import { exportReports } from './report-export.ts';
import { readEarlier, summarise } from './report-figures.ts';
import { reportFilter, reportOf, reportRows } from './report-service.ts';
import { checkFilterRecords } from './report-named-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { checkFilePeriod, withSiteDays } from './report-period-service.ts';

const sortable = {
  startedAt: taskReports.startedAt,
  cleanedM2: taskReports.cleanedM2,
  coverage: taskReports.coverage,
  seconds: taskReports.seconds,
};

export const reportAnswers = answer(reportCalls, {
  list: async ({ db, now }, input) => {
    const filters = await withSiteDays(db, now(), input);
    const { list, total } = await paginateTable(db, {
      table: taskReports,
      rows: reportRows,
      input,
      where: reportFilter(db, filters),
      orderBy: orderBy(sortable, input.sort ?? '-startedAt', taskReports.id),
    });
    return { total, list: list.map(reportOf) };
  },

  detail: ({ db }, { id }) => readReport(db, id),

  path: ({ db, services }, { id }) => readReportPath(db, services.files, id),

  export: async (ctx, input) => {
    checkFilePeriod(input);
    return exportReports(ctx, await withSiteDays(ctx.db, ctx.now(), input));
  },
});

export const reportFigureAnswers = answer(reportFigureCalls, {
  summary: async ({ db, now }, input) => {
    await checkFilterRecords(db, input);
    return await summarise(db, now, input);
  },

  earlier: ({ db }, { id }) => readEarlier(db, id),
});
