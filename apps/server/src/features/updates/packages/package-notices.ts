import { nameOfAccount } from '@sweepline/contract';
import type { OtaPackageRow } from '../../../entities/updates/ota-package-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { notify } from '../../people/notices/notice-service.ts';

/** Tells the company of a package who approved it. */
export const noticeApproval = (
  { db, services, now, account }: Pick<Ctx, 'db' | 'services' | 'now' | 'account'>,
  { id, companyId, revision, name, version }: OtaPackageRow,
): Promise<unknown> =>
  notify(db, services.bus, now, {
    kind: 'system',
    companyId,
    template: 'packageApproved',
    params: { person: nameOfAccount(account), name, version },
    occasion: `package/approved/${id}/${revision}`,
  });
