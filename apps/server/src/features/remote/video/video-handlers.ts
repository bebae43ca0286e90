import { nameOfAccount, videoCalls, videoViewCalls } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { videoViews } from '../../../entities/remote/video-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { carryOutAgain } from '../../../platform/calls/recoveries.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { ownView } from './own-view.ts';
import { camerasOf, standingOf, videoAccess } from './video-standing.ts';

/** The viewer of a request to watch, after everything that the server can refuse by itself. */
const admitViewer = (
  ctx: Ctx,
  { deviceId, camera, reason }: { deviceId: string; camera: string; reason: string },
) =>
  inShortTransaction(ctx, async (db) => {
    const { account } = ctx;
    const { device, right } = await videoAccess({ ...ctx, db }, deviceId);
    if (!right) throw new Refusal('forbidden');
    if (device.binding !== 'ACTIVATED') throw new Refusal('deviceFrozen');
    const isForeign = account.companyId !== device.companyId;
    return await asSystem(db, async (all) => {
      const { cameras, isAllowed, hasConsent, hasWebrtc } = await camerasOf(all, device, ctx.now());
      if (!cameras.some((name) => name === camera)) throw new Refusal('notSupported');
      if (!isAllowed) throw new Refusal('videoOff');
      if (!hasConsent) throw new Refusal('videoConsentMissing');
      if (isForeign && reason === '') throw wrongField('reason', 'REASON_MISSING');
      const [company] = await all
        .select({ name: companies.name })
        .from(companies)
        .where(eq(companies.id, account.companyId));
      const viewer = { accountId: account.id, name: nameOfAccount(account), company: company?.name ?? '' };
      return { device, right, viewer, isForeign, hasWebrtc };
    });
  });

/** Notifies the robot's company of a viewer of another one. */
const tellCompany = (ctx: Ctx, admitted: Awaited<ReturnType<typeof admitViewer>>, viewId: string) =>
  inShortTransaction(ctx, (db) =>
    asSystem(db, (all) => {
      const { device, viewer } = admitted;
      const name = device.nickname || device.sn;
      return notify(all, ctx.services.bus, ctx.now, {
        kind: 'device',
        companyId: device.companyId,
        deviceId: device.id,
        about: { kind: 'device', id: device.id },
        template: 'videoWatched',
        params: { name, viewer: viewer.name, company: viewer.company },
        occasion: `video/${viewId}`,
      });
    }),
  );

export const videoAnswers = ({ robots }: { robots: Pick<Robots, 'videos'> }) => [
  ...answer(videoCalls, {
    standing: (ctx, { deviceId }) => standingOf(ctx, deviceId),

    open: withoutTransaction(async (ctx, { deviceId, camera, reason, size }) => {
      const admitted = await admitViewer(ctx, { deviceId, camera, reason });
      const { right: byRight, viewer, isForeign, hasWebrtc } = admitted;
      const login = ctx.account.sessionId;
      const opened = await withCallRefusals(
        robots.videos.open({ deviceId, camera, viewer, login, byRight, reason, size, hasWebrtc }),
      );
      if (isForeign) await tellCompany(ctx, admitted, opened.viewId);
      return opened;
    }, carryOutAgain),

    keepOn: withoutTransaction(async (ctx, { viewId, transport }) => {
      await withCallRefusals(robots.videos.keepOn({ ...(await ownView(ctx, viewId)), transport }));
      return {};
    }),

    close: withoutTransaction(async (ctx, { viewId }) => {
      await withCallRefusals(robots.videos.close(await ownView(ctx, viewId)));
      return {};
    }, carryOutAgain),
  }),
  ...answer(videoViewCalls, {
    list: async ({ db }, input) => {
      const { id } = await find(db, devices, input.deviceId);
      const where = and(visible(db, videoViews), eq(videoViews.deviceId, id));
      const rows = db
        .select()
        .from(videoViews)
        .where(where)
        .orderBy(desc(videoViews.openedAt), desc(videoViews.id));
      const page = await paginate(input, rows, counted(db, videoViews, where));
      return { ...page, list: page.list.map(({ endedAs, ...row }) => ({ ...row, end: endedAs })) };
    },
  }),
];
