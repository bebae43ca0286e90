import { permissions, type Telling } from '@sweepline/contract';
import type { Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { noticeMails } from '../../../entities/people/notice-mail-table.ts';
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

/** Stores a mail to one account, in the caller's transaction. A background job sends it. */
export async function mailNotice(
  tx: Tx,
  now: Clock,
  mail: DeviceNotice & { id?: string; accountId: string; permission: string; address?: string },
): Promise<void> {
  const { id, companyId, accountId, permission, address, deviceId, alarmId, about } = mail;
  const { template, params, occasion } = mail;
  const at = now().toISOString();
  await tx
    .insert(noticeMails)
    .values({
      ...(id && { id }),
      companyId,
      accountId,
      permission,
      template,
      params,
      occasion,
      dueAt: at,
      createdAt: at,
      ...(address && { address }),
      ...(deviceId && { deviceId }),
      ...(alarmId && { alarmId }),
      ...(about && { aboutKind: about.kind, aboutId: about.id }),
    })
    .onConflictDoNothing();
}

/** Tells those whom the settings name, in the caller's transaction. */
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
  for (const { account } of await receiversOf(tx, telling, notice.companyId)) {
    const own = { ...notice, accountId: account.id, occasion: `${notice.occasion}/${account.id}` };
    if (telling.channels.includes('BELL')) await notify(tx, bus, now, { ...own, kind: 'device' });
    if (telling.channels.includes('MAIL'))
      await mailNotice(tx, now, { ...own, permission: permissions.deviceList });
  }
}
