import { activationCodeCalls } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { companies } from '../../../entities/people/company-table.ts';
import {
  generateCodes,
  linkBatch,
  linkCodes,
  listPeople,
  revokeCodes,
  updateCode,
} from './activation-code-changes.ts';
import { exportCodes } from './activation-code-export.ts';
import { listBatches, listCodes, readCode } from './activation-code-rows.ts';
import { activationCodeEvents } from './activation-code-table.ts';

export const activationCodeAnswers = ({ vault }: { vault: Vault }) =>
  answer(activationCodeCalls, {
    list: ({ db, now }, input) => listCodes(db, { now, vault }, input),

    batches: ({ db, now }, input) => listBatches(db, now, input),

    detail: async ({ db, now }, { id }) => {
      const code = await readCode(db, { now, vault }, id);
      const { kind, at, by, sn, fault } = activationCodeEvents;
      const events = await db
        .select({ id: activationCodeEvents.id, kind, at, by, sn, fault, company: companies.name })
        .from(activationCodeEvents)
        .leftJoin(companies, eq(companies.id, activationCodeEvents.toCompanyId))
        .where(and(eq(activationCodeEvents.codeId, id), visible(db, activationCodeEvents)))
        .orderBy(asc(activationCodeEvents.id))
        .limit(200);
      return { code, events };
    },

    people: ({ db }, input) => listPeople(db, input),

    generate: (ctx, input) => generateCodes(ctx, vault, input),

    update: (ctx, input) => updateCode(ctx, vault, input),

    link: (ctx, input) => linkCodes(ctx, input),

    linkBatch: (ctx, input) => linkBatch(ctx, input),

    revoke: (ctx, input) => revokeCodes(ctx, input),

    export: async (ctx, input) => exportCodes(ctx, vault, input),
  });
