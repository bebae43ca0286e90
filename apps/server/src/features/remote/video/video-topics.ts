import { videoFramesTopic, videoTopic } from '@sweepline/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { videoViews } from '../../../entities/remote/video-table.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { inScope } from '../../../platform/db/db.ts';
import { Refusal, type Account, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { endsInId, type TopicRule } from '../../../platform/socket/topic-rule.ts';
import { sectionChannel } from '../../devices/settings/section-service.ts';
import { bytesOfId, streamEnded, streamViewers, videoChanged } from './video-channel-service.ts';
import { standingOf, videoAccess } from './video-standing.ts';

const family = videoFramesTopic('');
const standingFamily = videoTopic('').name;
/** The owner of the robot confirms the viewers every second. Without it no frame is sent. */
const confirmedMs = 4_000;
const idBytes = 16;

interface Needs {
  services: Services;
  now: Clock;
  fault: (error: unknown) => void;
}

export const videoTopics = (needs: Needs): TopicRule[] => [standingTopic(needs), framesTopic(needs)];

const hasAccess = (ctx: Pick<Ctx, 'db' | 'account' | 'now'>, deviceId: string): Promise<boolean> =>
  videoAccess(ctx, deviceId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

/** Streams and viewers of a device. Each message is what the subscriber sees at that moment; without access, nothing. */
function standingTopic({ services: { db, bus }, now, fault }: Needs): TopicRule {
  const listened = new Set<string>();
  const wake = (deviceId: string) => {
    if (listened.has(deviceId)) bus.publish({ ...videoChanged(deviceId), isLocal: true }, { deviceId });
  };
  bus.subscribe(sectionChannel, ({ content }) => wake(content.deviceId));
  bus.onGap(() => listened.forEach(wake));
  const seenBy = (account: Account, deviceId: string) =>
    inScope(db, account.scope, (tx) => standingOf({ db: tx, account, now }, deviceId), { readOnly: true });
  return {
    name: standingFamily,
    family: true,
    allow: 'signedIn',
    message: videoChanged('').message!,
    everyMs: 200,
    isValid: endsInId(standingFamily),
    admit: (account, requested) =>
      inScope(
        db,
        account.scope,
        async (tx) => {
          const admitted: string[] = [];
          for (const topic of requested)
            if (await hasAccess({ db: tx, account, now }, topic.slice(standingFamily.length)))
              admitted.push(topic);
          return admitted;
        },
        { readOnly: true },
      ),
    onListening: (topic, listening) => {
      const deviceId = topic.slice(standingFamily.length);
      if (listening) listened.add(deviceId);
      else listened.delete(deviceId);
    },
    personal: async (account, _lang, content) => {
      // The rule's schema has checked the content.
      const { deviceId } = content as { deviceId: string };
      try {
        return [{ content: await seenBy(account, deviceId) }];
      } catch (error) {
        if (!(error instanceof Refusal)) fault(error);
        return [];
      }
    },
  };
}

/** Frames of cameras, for those who watch them. A right that ends stops the frames at once. */
function framesTopic({ services: { db, bus }, now }: Needs): TopicRule {
  const confirmed = new Map<string, { logins: ReadonlySet<string>; atMs: number }>();
  bus.subscribe(streamViewers, ({ content: { sessionId, logins } }) => {
    const id = bytesOfId(sessionId).toString('hex');
    if (logins.length === 0) confirmed.delete(id);
    else confirmed.set(id, { logins: new Set(logins), atMs: now().getTime() });
  });
  // An owner that was killed sends no empty list; the next owner ends its streams.
  bus.subscribe(streamEnded, ({ content: { sessionId } }) => {
    confirmed.delete(bytesOfId(sessionId).toString('hex'));
  });
  return {
    name: family,
    family: true,
    allow: 'signedIn',
    isBinary: true,
    isValid: endsInId(family),
    admit: async ({ sessionId: login }, requested) => {
      const ids = requested.map((topic) => topic.slice(family.length));
      const { sessionId } = videoViews;
      const own = and(inArray(sessionId, ids), eq(videoViews.login, login), isNull(videoViews.endedAt));
      const rows = await inScope(
        db,
        '*',
        (all) => all.selectDistinct({ sessionId }).from(videoViews).where(own),
        {
          readOnly: true,
        },
      );
      return rows.map((row) => videoFramesTopic(row.sessionId));
    },
    isVisibleTo: ({ sessionId: login }, content) => {
      const viewers = confirmed.get(content instanceof Buffer ? content.toString('hex', 0, idBytes) : '');
      return (
        viewers !== undefined && viewers.logins.has(login) && now().getTime() - viewers.atMs < confirmedMs
      );
    },
  };
}
