import { and, eq, isNull, lte } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import {
  otaRecords,
  siteUpdateWindows,
  type OtaRecordRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inValues } from '../../../../platform/db/page.ts';
import { notify } from '../../../people/notices/notice-service.ts';
import type { RecordChange } from '../records/record-store.ts';
import type { EngineNeeds } from './engine-needs.ts';

type NoticeNeeds = Pick<EngineNeeds, 'bus' | 'now'>;

/** Notices of one tick; the others follow in the next ones. */
const perTick = 200;
/** What the customer did, or what no robot did, needs no notice. */
const silentCodes = ['CANCELED', 'EXPIRED'];

const nameOf = ({ nickname, sn }: { nickname: string; sn: string }) => nickname || sn;

/** Tells the companies of robots, once, that an update begins in their next window, as soon as it can, or at once by force. */
export async function noticeBefore(db: Tx, { bus, now }: NoticeNeeds, task: OtaTaskRow): Promise<void> {
  if (task.state !== 'RUNNING' || task.stage === null) return;
  const rows = await db
    .select({
      record: otaRecords,
      device: { nickname: devices.nickname, sn: devices.sn },
      window: siteUpdateWindows.window,
    })
    .from(otaRecords)
    .innerJoin(devices, eq(devices.id, otaRecords.deviceId))
    .leftJoin(siteUpdateWindows, eq(siteUpdateWindows.siteId, devices.siteId))
    .where(
      and(
        eq(otaRecords.taskId, task.id),
        eq(otaRecords.step, 'READY'),
        lte(otaRecords.stage, task.stage),
        isNull(otaRecords.noticedAt),
      ),
    )
    .limit(perTick);
  for (const { record, device, window } of rows) {
    const about = noticeAbout(record);
    const params = { name: nameOf(device), version: record.toVersion };
    const occasion = `update/before/${record.id}`;
    const hours = window ?? task.plan.window;
    if (task.force) await notify(db, bus, now, { ...about, template: 'updateForced', params, occasion });
    else if (hours)
      await notify(db, bus, now, {
        ...about,
        template: 'updatePlanned',
        params: { ...params, ...hours },
        occasion,
      });
    else await notify(db, bus, now, { ...about, template: 'updateSoon', params, occasion });
  }
  const ids = rows.map(({ record }) => record.id);
  if (ids.length > 0)
    await db.update(otaRecords).set({ noticedAt: now().toISOString() }).where(inValues(otaRecords.id, ids));
}

const noticeAbout = ({ companyId, deviceId }: OtaRecordRow) => ({
  kind: 'device' as const,
  companyId,
  deviceId,
  about: { kind: 'device' as const, id: deviceId },
});

/** Tells the companies of robots how their updates ended. */
export async function noticeAfter(
  db: Tx,
  { bus, now }: NoticeNeeds,
  changes: readonly RecordChange[],
): Promise<void> {
  const over = changes
    .map(({ record, patch }) => ({ ...record, ...patch }))
    .filter(({ step, code }) => step === 'ENDED' && !silentCodes.includes(code));
  if (over.length === 0) return;
  const rows = await db
    .select({ id: devices.id, nickname: devices.nickname, sn: devices.sn })
    .from(devices)
    .where(
      inValues(
        devices.id,
        over.map(({ deviceId }) => deviceId),
      ),
    );
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  for (const record of over) {
    const params = { name: names.get(record.deviceId) ?? '', version: record.toVersion };
    const template = record.state === 'SUCCESSFUL' ? ('updateDone' as const) : ('updateFailed' as const);
    const occasion = `update/after/${record.id}/${record.endedAt ?? ''}`;
    await notify(db, bus, now, { ...noticeAbout(record), template, params, occasion });
  }
}
