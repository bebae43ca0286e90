import { nameOfAccount, playableStates, videoRecordingCalls } from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { videoRecordings, videoViews } from '../../../entities/remote/video-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { carryOutAgain } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate, type PageInput } from '../../../platform/db/paginate.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { bytesOfFile } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { createRecordingAddresses } from './recording-addresses.ts';
import { findRecording, isInScope, recordingOf } from './recording-rows.ts';
import { videoAccess } from './video-standing.ts';

interface Needs {
  robots: Pick<Robots, 'videos'>;
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
}

/** The own view of a session, and who records it. One of another sign-in, an ended one and none are answered alike. */
const admitRecorder = (ctx: Ctx, { sessionId, reason }: { sessionId: string; reason: string }) =>
  inShortTransaction(ctx, (db) =>
    asSystem(db, async (all) => {
      const { account } = ctx;
      const own = and(eq(videoViews.sessionId, sessionId), eq(videoViews.login, account.sessionId));
      const [found] = await all
        .select({ view: videoViews, device: devices })
        .from(videoViews)
        .innerJoin(devices, eq(devices.id, videoViews.deviceId))
        .where(and(own, isNull(videoViews.endedAt)));
      if (!found) throw new Refusal('notFound');
      const { view, device } = found;
      const isForeign = account.companyId !== device.companyId;
      if (isForeign && reason === '') throw wrongField('reason', 'REASON_MISSING');
      const [company] = await all
        .select({ name: companies.name })
        .from(companies)
        .where(eq(companies.id, account.companyId));
      return { view, device, isForeign, person: nameOfAccount(account), company: company?.name ?? '' };
    }),
  );

/** Notifies the robot's company of a recording by a person of another one. */
const tellCompany = (ctx: Ctx, admitted: Awaited<ReturnType<typeof admitRecorder>>, id: string) =>
  inShortTransaction(ctx, (db) =>
    asSystem(db, (all) => {
      const { device, person, company } = admitted;
      return notify(all, ctx.services.bus, ctx.now, {
        kind: 'device',
        companyId: device.companyId,
        deviceId: device.id,
        about: { kind: 'device', id: device.id },
        template: 'videoRecorded',
        params: { name: device.nickname || device.sn, viewer: person, company },
        occasion: `recording/${id}`,
      });
    }),
  );

const readRecording = (ctx: Ctx, id: string) =>
  inShortTransaction(ctx, async (db) => recordingOf(await findRecording({ ...ctx, db }, id)));

/** The recordings that the receiver of a share made itself; all of them for people who see the robot in their company. */
async function listOfDevice(
  ctx: Ctx,
  input: { deviceId: string; camera?: Camera | undefined; page: PageInput },
) {
  const { device } = await videoAccess(ctx, input.deviceId);
  const { camera } = input;
  const filters = and(
    eq(videoRecordings.deviceId, device.id),
    ne(videoRecordings.state, 'DELETED'),
    camera === undefined ? undefined : eq(videoRecordings.camera, camera),
  );
  const read = async (db: Tx, where: typeof filters) => {
    const order = [desc(videoRecordings.startedAt), desc(videoRecordings.id)];
    const rows = db
      .select()
      .from(videoRecordings)
      .where(where)
      .orderBy(...order);
    const page = await paginate(input.page, rows, counted(db, videoRecordings, where));
    return { ...page, list: page.list.map(recordingOf) };
  };
  if (await isInScope(ctx.db, device.id))
    return await read(ctx.db, and(filters, visible(ctx.db, videoRecordings)));
  const own = and(
    eq(videoRecordings.accountId, ctx.account.id),
    eq(videoRecordings.companyId, device.companyId),
  );
  return await asSystem(ctx.db, (all) => read(all, and(filters, own)));
}

export function recordingAnswers({ robots, vault, now }: Needs) {
  const addresses = createRecordingAddresses(vault, now);
  return answer(videoRecordingCalls, {
    start: withoutTransaction(async (ctx, { sessionId, reason }) => {
      const admitted = await admitRecorder(ctx, { sessionId, reason });
      const { view, isForeign, person, company } = admitted;
      const { deviceId, byRight } = view;
      // A rule has no sign-in, and this view is of the caller's.
      if (byRight === 'RULE') throw new Refusal('notFound');
      const { id: accountId, sessionId: login } = ctx.account;
      const who = { accountId, person, company, byRight, reason };
      const { id } = await withCallRefusals(robots.videos.record({ deviceId, sessionId, login, ...who }));
      if (isForeign) await tellCompany(ctx, admitted, id);
      return await readRecording(ctx, id);
    }, carryOutAgain),

    stop: withoutTransaction(async (ctx, { id }) => {
      const row = await inShortTransaction(ctx, (db) => findRecording({ ...ctx, db }, id));
      if (row.endedAt) return recordingOf(row);
      const by = row.accountId === ctx.account.id ? '' : nameOfAccount(ctx.account);
      await withCallRefusals(robots.videos.stopRecording({ deviceId: row.deviceId, recordingId: id, by }));
      return await readRecording(ctx, id);
    }, carryOutAgain),

    list: (ctx, { deviceId, camera, ...page }) => listOfDevice(ctx, { deviceId, camera, page }),

    detail: async (ctx, { id }) => recordingOf(await findRecording(ctx, id)),

    remove: async ({ db }, { id }) => {
      const { state, fileId } = await find(db, videoRecordings, id, { lock: true });
      if (state === 'DELETED') throw new Refusal('notFound');
      if (state === 'RECORDING' || state === 'STORING') throw new Refusal('recordingUnfinished');
      const deleted = { state: 'DELETED', fileId: null } as const;
      await db.update(videoRecordings).set(deleted).where(eq(videoRecordings.id, id));
      if (fileId) await db.delete(storedFiles).where(eq(storedFiles.id, fileId));
      return {};
    },

    address: async (ctx, { id }) => {
      const { state } = await findRecording(ctx, id);
      if (state === 'RECORDING' || state === 'STORING') throw new Refusal('recordingUnfinished');
      if (!playableStates.includes(state)) throw new Refusal('notFound');
      return addresses.create(id, ctx.account.id);
    },

    fetch: withoutTransaction(async ({ services }, { token }) =>
      bytesOfFile(services.files, await addresses.fileOf(services.db, token)),
    ),
  });
}
