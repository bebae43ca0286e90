import { createHash } from 'node:crypto';
import { changeWorld } from '../../robot/world/change-world.ts';
import type { Robot } from '../../robot/robot.ts';
import type { HeldMap, World } from '../../world/world.ts';
import type { Disk } from '../connection/disk.ts';
import { bundleFor, worldOf } from './map-bundle.ts';
import type { MapEdit } from './map-edits.ts';
import { Refused } from '../connection/refused.ts';

interface Held extends HeldMap {
  /** base64; nothing for the floor it came with. */
  bundle: string | undefined;
}

type Parameters = Record<string, unknown>;
export type FetchMap = (link: string) => Promise<Uint8Array>;

const file = 'maps.json';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const named = ({ mapId, mapVersion }: Parameters) => ({
  mapId: String(mapId),
  mapVersion: String(mapVersion),
});

/** The maps on a robot's disk: downloaded, enabled, deleted and edited (protocol 2.12). */
export class MapStorage {
  readonly #disk: Disk;
  readonly #fetch: FetchMap | undefined;
  #robot: Robot | undefined;
  #held: Held[];
  /** The map it was carried to; the one it was installed on while nobody carried it. */
  #stands: string;

  /** `origin` is the floor it was installed on. */
  constructor(disk: Disk, origin: World, fetch: FetchMap | undefined) {
    this.#disk = disk;
    this.#fetch = fetch;
    const { mapId, mapVersion, name } = origin;
    // Written by this class only.
    const kept = disk.read(file) as { held: Held[]; stands: string } | null | undefined;
    this.#held = kept?.held ?? [{ mapId, mapVersion, name, enabled: true, bundle: undefined }];
    this.#stands = kept?.stands ?? mapId;
  }

  get held(): readonly HeldMap[] {
    return this.#held;
  }

  /** The floor a robot knows that was installed on `origin`: a newer version of it, or where it was carried. */
  worldFrom(origin: World): World {
    const entry = this.#held.find(({ mapId, enabled }) => enabled && mapId === this.#stands);
    return entry?.bundle ? { ...worldOf(this.#bytes(entry)), mapVersion: entry.mapVersion } : origin;
  }

  /** From now on what is enabled here is what the robot drives by. */
  attach(robot: Robot) {
    this.#robot = robot;
    robot.maps = () => this.#held;
  }

  /** Fetches a version, checks its hash and puts it on the disk. */
  async download(parameters: Parameters): Promise<string | undefined> {
    const { mapId, mapVersion } = named(parameters);
    const { mapDownloadLink, mapHash } = parameters;
    if (this.#find(mapId, mapVersion)) throw new Refused('DUPLICATE_MAP', `${mapId} ${mapVersion}`);
    if (!this.#fetch || typeof mapDownloadLink !== 'string')
      throw new Refused('MAP_DOWNLOAD_FAILED', 'nowhere to fetch it from');
    const bytes = await this.#fetch(mapDownloadLink).catch((error: unknown) => {
      throw new Refused('MAP_DOWNLOAD_FAILED', error instanceof Error ? error.message : '');
    });
    if (typeof mapHash === 'string' && mapHash !== '' && sha256(bytes) !== mapHash)
      throw new Refused('MAP_HASH_MISMATCH', `${mapId} ${mapVersion}`);
    this.#hold(mapId, mapVersion, bytes, false);
    return undefined;
  }

  enable(parameters: Parameters): string | undefined {
    const { mapId, mapVersion } = named(parameters);
    const entry = this.#find(mapId, mapVersion);
    if (!entry) throw new Refused('UNKNOWN_MAP_ID', `${mapId} ${mapVersion}`);
    this.#held = this.#held.map((it) =>
      it.mapId === mapId ? { ...it, enabled: it.mapVersion === mapVersion } : it,
    );
    this.#keep();
    if (mapId === this.#robot?.world.mapId && entry.bundle) this.#driveBy(entry);
    return undefined;
  }

  remove(parameters: Parameters): string | undefined {
    const { mapId, mapVersion } = named(parameters);
    const entry = this.#find(mapId, mapVersion);
    if (!entry) throw new Refused('UNKNOWN_MAP_ID', `${mapId} ${mapVersion}`);
    const stands = mapId === this.#robot?.world.mapId && entry.enabled;
    if (stands) throw new Refused('MAP_IN_USE', `${mapId} ${mapVersion}`);
    this.#held = this.#held.filter((it) => it !== entry);
    this.#keep();
    return undefined;
  }

  /** Whether it stands on this map now: one of its enabled ones, where somebody has carried it. */
  standOn(mapId: string): boolean {
    const entry = this.#held.find((it) => it.mapId === mapId && it.enabled && it.bundle);
    if (!entry) return false;
    this.#stands = mapId;
    this.#keep();
    this.#driveBy(entry);
    return true;
  }

  /**
   * Takes over what somebody drew at the robot, as a local version on top of the one it had. Answers the bundle that goes to the
   * server.
   */
  edited(
    world: World,
    sn: string,
  ): { mapId: string; mapVersion: string; parentVersion: string; bytes: Uint8Array } {
    const { mapId } = world;
    const before = this.#held.find((it) => it.mapId === mapId && it.enabled);
    const [parentVersion = '1', local] = (before?.mapVersion ?? world.mapVersion).split('.l');
    const mapVersion = `${parentVersion}.l${Number(local ?? 0) + 1}`;
    const bytes = bundleFor({ ...world, mapVersion }, parentVersion, sn);
    this.#held = this.#held.filter((it) => it !== before);
    this.#hold(mapId, mapVersion, bytes, true);
    this.#driveBy(this.#find(mapId, mapVersion)!);
    return { mapId, mapVersion, parentVersion, bytes };
  }

  /**
   * A held map as the bundle that goes to the server. What was drawn here on the wanted version stands for it; the floor the robot
   * came with was never a bundle and becomes one now.
   */
  bundleOf(mapId: string, wanted: string, world: World, sn: string): MapEdit | undefined {
    const drawn = (it: Held) => it.mapId === mapId && it.enabled && it.mapVersion.startsWith(`${wanted}.l`);
    const entry = this.#held.find(drawn) ?? this.#find(mapId, wanted);
    if (!entry || (!entry.bundle && mapId !== world.mapId)) return undefined;
    const { mapVersion, name } = entry;
    const [parentVersion = '1'] = mapVersion.split('.l');
    const bytes = entry.bundle ? this.#bytes(entry) : bundleFor(world, parentVersion, sn);
    return { mapId, mapVersion, parentVersion, name, bytes };
  }

  /** The server has given a local version its number; what was drawn since keeps its own. */
  renamed(mapId: string, local: string, assigned: string) {
    if (assigned === local) return;
    this.#held = this.#held.map((it) =>
      it.mapId === mapId && it.mapVersion === local ? { ...it, mapVersion: assigned } : it,
    );
    this.#keep();
    const robot = this.#robot;
    if (robot?.world.mapId === mapId && robot.world.mapVersion === local)
      changeWorld(robot, { ...robot.world, mapVersion: assigned });
    robot?.news.changed();
  }

  #find = (mapId: string, mapVersion: string) =>
    this.#held.find((it) => it.mapId === mapId && it.mapVersion === mapVersion);

  #bytes = ({ bundle }: Held) => Buffer.from(bundle ?? '', 'base64');

  #hold(mapId: string, mapVersion: string, bytes: Uint8Array, enabled: boolean) {
    const { name } = worldOf(bytes);
    const bundle = Buffer.from(bytes).toString('base64');
    this.#held = [...this.#held, { mapId, mapVersion, name, enabled, bundle }];
    this.#keep();
    this.#robot?.news.changed();
  }

  #driveBy(entry: Held) {
    const { mapId, mapVersion } = entry;
    const world = { ...worldOf(this.#bytes(entry)), mapId, mapVersion };
    // Zones of another version were made of what is drawn no more.
    const zoneSets = this.#robot?.zoneSets.filter(
      (set) => set.mapId !== mapId || set.zoneSetId === `zs-${mapId}-${mapVersion}`,
    );
    if (this.#robot) changeWorld(this.#robot, world, zoneSets);
  }

  #keep() {
    this.#disk.write(file, { held: this.#held, stands: this.#stands });
  }
}
