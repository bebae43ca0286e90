import { permissions, type Telling } from '@sweepline/contract';
import type { Tx } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { noticeMails } from './notice-mail-table.ts';
import { notify, type NewNotice } from './notice-service.ts';
import type { NoticeParams, NoticeTemplate } from './notice-texts.ts';
import { receiversOf } from './receiver-service.ts';

/** A notice about a robot. Its occasion is told once to each receiver and channel. */
type DeviceNotice = Omit<Extract<NewNotice, { template: NoticeTemplate }>, 'kind' | 'accountId'> & {
  template: NoticeTemplate;
  params: NoticeParams;
  occasion: string;
};

interface TellingDeps {
  bus: Bus;
  now: Clock;
}

/** Tells those whom the settings name, in the caller's transaction. Mails are sent by a background job. */
export async function tell(
  tx: Tx,
  { bus, now }: TellingDeps,
  notice: DeviceNotice,
  telling: Telling,
): Promise<void> {
  if (telling.to === 'EVERYONE') {
    await notify(tx, bus, now, { ...notice, kind: 'device' });
    return;
  }
  const { companyId, deviceId, about, template, params } = notice;
  for (const { account } of await receiversOf(tx, telling, companyId)) {
    const occasion = `${notice.occasion}/${account.id}`;
    if (telling.channels.includes('BELL'))
      await notify(tx, bus, now, { ...notice, kind: 'device', accountId: account.id, occasion });
    if (telling.channels.includes('MAIL'))
      await tx
        .insert(noticeMails)
        .values({
          ...{
            companyId,
            accountId: account.id,
            permission: permissions.deviceList,
            template,
            params,
            occasion,
          },
          ...(deviceId && { deviceId }),
          ...(about && { aboutKind: about.kind, aboutId: about.id }),
          dueAt: now().toISOString(),
          createdAt: now().toISOString(),
        })
        .onConflictDoNothing();
  }
}
