import { remoteAccessCalls, type RemoteAccess } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { inScope } from '../../../platform/db/db.ts';
import { csvOfPages } from '../../../platform/documents/csv-pages.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { readRemoteAccess, type RemoteAccessFilters } from './remote-access-rows.ts';

/** The columns of the file. Its names are those of the answers of the list. */
const columns: Record<string, (entry: RemoteAccess) => string | number | null> = {
  openedAt: ({ openedAt }) => openedAt,
  endedAt: ({ endedAt }) => endedAt,
  kind: ({ kind }) => kind,
  camera: ({ camera }) => camera,
  device: ({ device }) => device?.nickname ?? null,
  sn: ({ device }) => device?.sn ?? null,
  deviceCompany: ({ deviceCompany }) => deviceCompany,
  person: ({ person }) => person,
  company: ({ company }) => company,
  byRight: ({ byRight }) => byRight,
  reason: ({ reason }) => reason,
  end: ({ end, shellEnd, recordingEnd }) => end ?? shellEnd ?? recordingEnd,
  endedBy: ({ endedBy }) => endedBy,
  distanceM: ({ distanceM }) => distanceM,
  kept: ({ kept }) => kept?.state ?? null,
  keptMs: ({ kept }) => kept?.durationMs ?? null,
  keptBytes: ({ kept }) => kept?.bytes ?? null,
};

const exportRemoteAccess = ({ services, account, now }: Ctx, filters: RemoteAccessFilters) =>
  csvOfPages({
    fileName: `remote-access-${now().toISOString().slice(0, 10)}.csv`,
    columns,
    read: (page) =>
      inScope(services.db, account.scope, (db) => readRemoteAccess(db, filters, page), {
        readOnly: true,
        home: account.companyId,
      }),
  });

export const remoteAccessAnswers = answer(remoteAccessCalls, {
  list: ({ db }, input) => readRemoteAccess(db, input, input),

  export: async (ctx, input) => {
    checkExportPeriod(input);
    return exportRemoteAccess(ctx, input);
  },
});
