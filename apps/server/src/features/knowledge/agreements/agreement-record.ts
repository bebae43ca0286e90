import { nameOfAccount } from '@sweepline/contract';
import {
  agreementRecords,
  type AgreementRecordRow,
  type AgreementRow,
} from '../../../entities/people/agreement-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { shortAgent } from '../../people/auth/sign-in-service.ts';

interface Act extends Pick<AgreementRecordRow, 'act' | 'lang' | 'sha256'> {
  row: Pick<AgreementRow, 'id' | 'kind' | 'number'>;
  site?: { id: string; name: string };
}

/** Adds the proof of what the caller did with a version. The same acceptance of another server is kept instead. */
export async function addRecord(
  all: Tx,
  { account, caller, now }: Pick<Ctx, 'account' | 'caller' | 'now'>,
  { row, act, lang, sha256, site }: Act,
): Promise<void> {
  const { id: accountId, companyId } = account;
  const place = { address: caller.address, agent: shortAgent(caller.agent) };
  await all
    .insert(agreementRecords)
    .values({
      id: newId(),
      companyId,
      accountId,
      accountName: nameOfAccount(account),
      agreementId: row.id,
      kind: row.kind,
      number: row.number ?? 0,
      act,
      lang,
      sha256,
      siteId: site?.id ?? null,
      siteName: site?.name ?? null,
      at: now().toISOString(),
      ...place,
    })
    .onConflictDoNothing();
}
