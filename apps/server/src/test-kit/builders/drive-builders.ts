import { driveSessions } from '../../entities/devices/control-table.ts';
import { videoSessions, videoViews } from '../../entities/remote/video-table.ts';
import { shellSessions } from '../../entities/remote/shell-table.ts';
import { deviceShares } from '../../entities/devices/share-table.ts';
import type { devices } from '../../entities/devices/device-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds, people } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Builders of drive sessions, views of cameras and device shares. */
export function driveBuilders(
  db: Db,
  now: Clock,
  aDevice: (overrides: Insert<typeof devices>) => Promise<{ id: string }>,
) {
  const deviceFor = async (overrides: { companyId?: string; deviceId?: string }) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    return { companyId, deviceId: overrides.deviceId ?? (await aDevice({ companyId })).id };
  };
  return {
    aDriveSession: async (overrides: Insert<typeof driveSessions> = {}) => {
      const owner = await deviceFor(overrides);
      const at = now().toISOString();
      const row = {
        accountId: people.staff.id,
        accountName: 'Nick',
        accountCompany: 'Provider',
        byRight: 'COMPANY' as const,
        reason: 'Why',
      };
      return await inScope(db, '*', async (tx) => {
        const values = {
          ...owner,
          ...row,
          openedAt: at,
          endedAt: at,
          endedAs: 'RELEASED' as const,
          ...overrides,
        };
        return (await tx.insert(driveSessions).values(values).returning())[0]!;
      });
    },
    /** An ended view of a camera by the staff of the provider. */
    aVideoView: async (overrides: Insert<typeof videoViews> = {}) => {
      const owner = await deviceFor(overrides);
      const at = now().toISOString();
      const stream = { camera: 'FRONT' as const, state: 'CLOSED' as const, tokenHash: '', tokenUntil: at };
      const times = { changedAt: at, startedAt: at, endedAt: at };
      const viewer = { accountId: people.staff.id, login: newId(), viewer: 'Nick', company: 'Provider' };
      const view = { byRight: 'COMPANY' as const, reason: 'Why', openedAt: at, endedAt: at };
      return await inScope(db, '*', async (tx) => {
        const [session] = await tx
          .insert(videoSessions)
          .values({ ...owner, ...stream, ...times })
          .returning();
        const row = { ...owner, ...viewer, ...view, camera: 'FRONT' as const, endedAs: 'LEFT' as const };
        const values = { ...row, sessionId: session!.id, ...overrides };
        return (await tx.insert(videoViews).values(values).returning())[0]!;
      });
    },
    /** A shell of the staff of the provider that ended. */
    aShellSession: async (overrides: Insert<typeof shellSessions> = {}) => {
      const owner = await deviceFor(overrides);
      const at = now().toISOString();
      const requester = {
        accountId: people.staff.id,
        requester: 'Nick',
        requesterCompanyId: companyIds.provider,
        requesterCompany: 'Provider',
      };
      const row = { reason: 'Why', minutes: 30, state: 'CLOSED' as const, endReason: 'ENDED' as const };
      const times = { requestedAt: at, openUntil: at, openedAt: at, endsAt: at, endedAt: at };
      return await inScope(db, '*', async (tx) => {
        const rest = { approvals: [], brokeGlass: false };
        const values = { ...owner, ...requester, ...row, ...times, ...rest, ...overrides };
        return (await tx.insert(shellSessions).values(values).returning())[0]!;
      });
    },
    /** A share with the other company's administrator by default. */
    aShare: async (overrides: Insert<typeof deviceShares> = {}) => {
      const owner = await deviceFor(overrides);
      const row = { accountId: people.otherAdmin.id, rights: ['VIDEO' as const, 'CONTROL' as const] };
      return await inScope(db, '*', async (tx) => {
        const values = {
          ...owner,
          ...row,
          term: 'PERMANENT' as const,
          createdAt: now().toISOString(),
          givenBy: 'test',
          ...overrides,
        };
        return (await tx.insert(deviceShares).values(values).returning())[0]!;
      });
    },
  };
}
