import type { SyncReason } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { bundleOf } from '../../features/places/maps/exchange/map-bundle-service.ts';
import { mapVersions } from '../../entities/places/map-version-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { InstantActions } from '../commands/instant-actions.ts';
import type { Link } from '../protocol/link.ts';
import type { Session } from '../sessions/session.ts';
import { signedPath } from '../device-http/signed-files.ts';
import { zoneSetIdOf, zonesOf } from '../protocol/zone-sets.ts';
import type { ZoneSource } from '../../robots-port/run-requests.ts';

/** The longest duration of a synchronisation (docs/protocol/maps.md#from-the-server-to-the-robot). */
export const syncMs = 30 * 60_000;
const confirmMs = 60_000;
const maxAttempts = 3;

export interface SyncParts {
  db: Db;
  files?: FileStore | undefined;
  now: Clock;
  publicUrl?: ((reachedAt?: string) => string) | undefined;
  link: Pick<Link, 'reachedAt'>;
  instant: InstantActions;
  downlink: Downlink;
  until(session: Session, condition: () => boolean, withinMs: number): Promise<boolean>;
}

export interface SyncStep {
  /** Records the step; false if a newer synchronisation superseded this one. */
  reached(step: 'DOWNLOAD' | 'ENABLE' | 'CLEAN_UP', patch?: { hash?: string }): Promise<boolean>;
}

/** Done, superseded by another synchronisation, or the reason of the failure. */
export type SyncOutcome = { done: true } | { overtaken: true } | { reason: SyncReason };

interface MapTarget {
  mapId: string;
  version: number;
  /** The hash of the version that the robot last took successfully. */
  hash: string | null;
}

const entryOf = ({ state }: Session, mapId: string, version: string) =>
  state?.maps?.find((it) => it.mapId === mapId && it.version === version);

/** Whether a vehicle can receive maps, as declared in its factsheet. */
export const takesMaps = ({ abilities }: Session): boolean =>
  abilities?.actions?.has('downloadMap') === true && abilities.actions.has('enableMap');

/** The error of an action in the state, or the result of the action. */
function faultOf(session: Session, actionId: string): string {
  const error = session.state?.errors.find((it) => it.references['actionId'] === actionId);
  const entry = session.state?.instantActions.find((it) => it.actionId === actionId);
  return error?.type ?? (entry?.status === 'RETRIABLE' ? 'RETRIABLE' : (entry?.result ?? ''));
}

/**
 * Sends one version of a map to a robot: download, enable, delete older versions, zones
 * (docs/protocol/maps.md#from-the-server-to-the-robot).
 */
export function createMapSync(parts: SyncParts) {
  const { db, files, now, publicUrl, link, instant, downlink, until } = parts;

  /** A complete address: VDA 5050 requires one, and a vehicle may know only its broker. */
  const linkTo = (session: Session, fileId: string) => {
    const path = signedPath(session.device, fileId, now().getTime());
    return publicUrl ? new URL(path, publicUrl(link.reachedAt?.(session.device.sn))).href : path;
  };

  const act = async (
    session: Session,
    type: string,
    parameters: Record<string, unknown>,
    withinMs: number,
  ) => {
    for (let attempt = 1; ; attempt++) {
      const { actionId, outcome } = instant.begin(session, type, parameters, { withinMs });
      const result = await outcome;
      const fault = result === 'DONE' ? '' : faultOf(session, actionId);
      if (fault === 'RETRIABLE' && attempt < maxAttempts) continue;
      return { ended: result, fault };
    }
  };

  const download = async (session: Session, { mapId, version, hash }: MapTarget, leftMs: number) => {
    if (!files) return { reason: 'DOWNLOAD_FAILED' as const };
    const bundle = await bundleOf(db, files, now, mapId, version);
    const mapVersion = String(version);
    const hasVersion = () => entryOf(session, mapId, mapVersion) !== undefined;
    const parameters = {
      mapId,
      mapVersion,
      mapHash: bundle.sha256,
      mapDownloadLink: linkTo(session, bundle.id),
    };
    if (hasVersion() && hash === bundle.sha256) return { hash: bundle.sha256 };
    let { ended: result, fault } = await act(session, 'downloadMap', parameters, leftMs);
    if (fault === 'DUPLICATE_MAP' && !(hasVersion() && hash === bundle.sha256)) {
      // The robot has a version of this name whose content is unknown.
      await act(session, 'deleteMap', { mapId, mapVersion }, confirmMs);
      ({ ended: result, fault } = await act(session, 'downloadMap', parameters, leftMs));
    }
    if (result === 'TIMED_OUT') return { reason: 'TIMED_OUT' as const };
    if (result !== 'DONE')
      return { reason: fault.includes('HASH') ? ('HASH_MISMATCH' as const) : ('DOWNLOAD_FAILED' as const) };
    return { hash: bundle.sha256 };
  };

  /** Zones for a robot that is on this map now; a later run sends them itself. */
  const sendZones = async (session: Session, source: ZoneSource) => {
    if (session.codec.major !== 'v3') return;
    const zoneSetId = zoneSetIdOf(source);
    if (session.state?.zoneSets?.some((it) => it.zoneSetId === zoneSetId && it.enabled)) return;
    const zoneSet = { mapId: source.mapId, zoneSetId, zones: zonesOf(source) };
    const expiresMs = now().getTime() + confirmMs;
    await downlink.send(session, 'zoneSet', () => (now().getTime() < expiresMs ? { zoneSet } : undefined));
    const isShown = () => session.state?.zoneSets?.some((it) => it.zoneSetId === zoneSetId) ?? false;
    if (await until(session, isShown, confirmMs)) await instant.send(session, 'enableZoneSet', { zoneSetId });
  };

  return async (
    session: Session,
    target: MapTarget,
    { reached }: SyncStep,
    leftMs: number,
  ): Promise<SyncOutcome> => {
    const { mapId, version } = target;
    const mapVersion = String(version);
    if (!takesMaps(session)) return { reason: 'UNSUPPORTED' };
    if (!(await reached('DOWNLOAD'))) return { overtaken: true };
    const downloaded = await download(session, target, leftMs);
    if (downloaded.reason !== undefined) return { reason: downloaded.reason };
    if (!(await reached('ENABLE', { hash: downloaded.hash }))) return { overtaken: true };
    const isEnabled = () => entryOf(session, mapId, mapVersion)?.enabled === true;
    if (!isEnabled()) {
      const { ended: result, fault } = await act(session, 'enableMap', { mapId, mapVersion }, confirmMs);
      if (result !== 'DONE')
        return {
          reason:
            result === 'TIMED_OUT' ? 'TIMED_OUT' : fault.includes('BUSY') ? 'DEVICE_BUSY' : 'ENABLE_FAILED',
        };
      if (!(await until(session, isEnabled, confirmMs))) return { reason: 'NOT_SHOWN' };
    }
    if (!(await reached('CLEAN_UP'))) return { overtaken: true };
    const older = (session.state?.maps ?? []).filter((it) => it.mapId === mapId && it.version !== mapVersion);
    for (const { version: old } of older)
      await act(session, 'deleteMap', { mapId, mapVersion: old }, confirmMs);
    const [row] = await inScope(
      db,
      '*',
      (tx) =>
        tx
          .select()
          .from(mapVersions)
          .where(and(eq(mapVersions.mapId, mapId), eq(mapVersions.version, version))),
      {
        readOnly: true,
      },
    );
    if (row) await sendZones(session, { mapId, mapVersion: version, ...row.elements });
    return { done: true };
  };
}
