import { createHash } from 'node:crypto';
import { changeWorld } from '../../robot/world/change-world.ts';
import { dockOn, type Home } from '../../robot/world/dock-on.ts';
import type { Robot } from '../../robot/robot.ts';
import type { RobotSetup } from '../../robot/setup.ts';
import type { HeldMap as MapEntry, World } from '../../world/world.ts';
import type { Disk } from '../connection/disk.ts';
import { bundleFor, worldOf } from './map-bundle.ts';
import type { MapEdit } from './map-edits.ts';
import { Refused } from '../connection/refused.ts';

interface StoredMap extends MapEntry {
  /** base64; undefined for the factory map. */
  bundle: string | undefined;
}

type Parameters = Record<string, unknown>;
type Installation = Pick<RobotSetup, 'world' | 'dock'>;
/** Further maps that the robot has from the start. */
type FactoryMaps = Pick<RobotSetup, 'rides'>;
export type FetchMap = (link: string) => Promise<Uint8Array>;

const file = 'maps.json';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const keyOf = ({ mapId, mapVersion }: Parameters) => ({
  mapId: String(mapId),
  mapVersion: String(mapVersion),
});

const otherMaps = (own: World, stops: readonly { world: World }[]): StoredMap[] =>
  stops
    .filter(({ world }) => world.mapId !== own.mapId)
    .map(({ world }) => {
      const { mapId, mapVersion, name } = world;
      const bundle = Buffer.from(bundleFor(world, mapVersion, 'factory')).toString('base64');
      return { mapId, mapVersion, name, enabled: true, bundle };
    });

/** The maps on a robot's disk (docs/protocol/maps.md#from-the-server-to-the-robot). */
export class MapStorage {
  readonly #disk: Disk;
  readonly #fetch: FetchMap | undefined;
  readonly #origin: World;
  readonly #home: Home;
  #robot: Robot | undefined;
  #maps: StoredMap[];
  /** The id of the current map; at first the map on which the robot was installed. */
  #currentMapId: string;

  /** The robot was installed on the floor `world`, with its charger there. */
  constructor(disk: Disk, { world, dock, rides }: Installation & FactoryMaps, fetch: FetchMap | undefined) {
    this.#disk = disk;
    this.#fetch = fetch;
    this.#origin = world;
    this.#home = { mapId: world.mapId, dock };
    const { mapId, mapVersion, name } = world;
    // Written by this class only.
    const saved = disk.read(file) as { held: StoredMap[]; stands: string } | null | undefined;
    this.#maps = saved?.held ?? [
      { mapId, mapVersion, name, enabled: true, bundle: undefined },
      ...otherMaps(world, rides?.stops ?? []),
    ];
    this.#currentMapId = saved?.stands ?? mapId;
  }

  get maps(): readonly MapEntry[] {
    return this.#maps;
  }

  /** The robot's current floor and its charger there: the enabled version of its current map, or the first floor. */
  present(): Installation {
    const entry = this.#enabled(this.#currentMapId);
    const world = entry ? this.#worldIn(entry) : this.#origin;
    return { world, dock: dockOn(world, this.#home) };
  }

  /** Attaches the robot, which then uses the enabled maps. */
  attach(robot: Robot) {
    this.#robot = robot;
    robot.maps = () => this.#maps;
  }

  /** Downloads a version, checks its hash and stores it. */
  async download(parameters: Parameters): Promise<string | undefined> {
    const { mapId, mapVersion } = keyOf(parameters);
    const { mapDownloadLink, mapHash } = parameters;
    if (this.#find(mapId, mapVersion)) throw new Refused('DUPLICATE_MAP', `${mapId} ${mapVersion}`);
    if (!this.#fetch || typeof mapDownloadLink !== 'string')
      throw new Refused('MAP_DOWNLOAD_FAILED', 'nowhere to fetch it from');
    const bytes = await this.#fetch(mapDownloadLink).catch((error: unknown) => {
      throw new Refused('MAP_DOWNLOAD_FAILED', error instanceof Error ? error.message : '');
    });
    if (typeof mapHash === 'string' && mapHash !== '' && sha256(bytes) !== mapHash)
      throw new Refused('MAP_HASH_MISMATCH', `${mapId} ${mapVersion}`);
    this.#store(mapId, mapVersion, bytes, false);
    return undefined;
  }

  enable(parameters: Parameters): string | undefined {
    const { mapId, mapVersion } = keyOf(parameters);
    const entry = this.#find(mapId, mapVersion);
    if (!entry) throw new Refused('UNKNOWN_MAP_ID', `${mapId} ${mapVersion}`);
    this.#maps = this.#maps.map((map) =>
      map.mapId === mapId ? { ...map, enabled: map.mapVersion === mapVersion } : map,
    );
    this.#save();
    if (mapId === this.#robot?.world.mapId && entry.bundle) this.#use(entry);
    return undefined;
  }

  remove(parameters: Parameters): string | undefined {
    const { mapId, mapVersion } = keyOf(parameters);
    const entry = this.#find(mapId, mapVersion);
    if (!entry) throw new Refused('UNKNOWN_MAP_ID', `${mapId} ${mapVersion}`);
    const isCurrent = mapId === this.#robot?.world.mapId && entry.enabled;
    if (isCurrent) throw new Refused('MAP_IN_USE', `${mapId} ${mapVersion}`);
    this.#maps = this.#maps.filter((map) => map !== entry);
    this.#save();
    return undefined;
  }

  /** The floor of an enabled map. */
  floorOf(mapId: string): World | undefined {
    const entry = this.#enabled(mapId);
    return entry && this.#worldIn(entry);
  }

  /** Switches to another enabled map, after the robot was moved to its floor. */
  switchTo(mapId: string) {
    const entry = this.#enabled(mapId);
    if (!entry) return;
    this.#currentMapId = mapId;
    this.#save();
    this.#use(entry);
  }

  /**
   * Stores a map edited at the robot as a local version of its enabled version. Returns the bundle for the server.
   */
  saveEdit(
    world: World,
    sn: string,
  ): { mapId: string; mapVersion: string; parentVersion: string; bytes: Uint8Array } {
    const { mapId } = world;
    const before = this.#maps.find((map) => map.mapId === mapId && map.enabled);
    const [parentVersion = '1', local] = (before?.mapVersion ?? world.mapVersion).split('.l');
    const mapVersion = `${parentVersion}.l${Number(local ?? 0) + 1}`;
    const bytes = bundleFor({ ...world, mapVersion }, parentVersion, sn);
    this.#maps = this.#maps.filter((map) => map !== before);
    this.#store(mapId, mapVersion, bytes, true);
    this.#use(this.#find(mapId, mapVersion)!);
    return { mapId, mapVersion, parentVersion, bytes };
  }

  /**
   * A stored map as a bundle for the server. A local edit of the requested version replaces it. The factory map has no
   * bundle yet and is packed here.
   */
  bundleOf(mapId: string, version: string, world: World, sn: string): MapEdit | undefined {
    const isEdit = (map: StoredMap) =>
      map.mapId === mapId && map.enabled && map.mapVersion.startsWith(`${version}.l`);
    const entry = this.#maps.find(isEdit) ?? this.#find(mapId, version);
    if (!entry || (!entry.bundle && mapId !== world.mapId)) return undefined;
    const { mapVersion, name } = entry;
    const [parentVersion = '1'] = mapVersion.split('.l');
    const bytes = entry.bundle ? this.#bytes(entry) : bundleFor(world, parentVersion, sn);
    return { mapId, mapVersion, parentVersion, name, bytes };
  }

  /** Replaces a local version by the version that the server assigned; later edits keep their local version. */
  setVersion(mapId: string, local: string, assigned: string) {
    if (assigned === local) return;
    this.#maps = this.#maps.map((map) =>
      map.mapId === mapId && map.mapVersion === local ? { ...map, mapVersion: assigned } : map,
    );
    this.#save();
    const robot = this.#robot;
    if (robot?.world.mapId === mapId && robot.world.mapVersion === local)
      changeWorld(robot, { ...robot.world, mapVersion: assigned });
    robot?.events.changed();
  }

  #find = (mapId: string, mapVersion: string) =>
    this.#maps.find((map) => map.mapId === mapId && map.mapVersion === mapVersion);

  #enabled = (mapId: string) => this.#maps.find((map) => map.enabled && map.mapId === mapId);

  /** The map on which the robot was installed has no bundle. */
  #worldIn = (entry: StoredMap): World => {
    const { mapId, mapVersion } = entry;
    return entry.bundle ? { ...worldOf(this.#bytes(entry)), mapId, mapVersion } : this.#origin;
  };

  #bytes = ({ bundle }: StoredMap) => Buffer.from(bundle ?? '', 'base64');

  #store(mapId: string, mapVersion: string, bytes: Uint8Array, enabled: boolean) {
    const { name } = worldOf(bytes);
    const bundle = Buffer.from(bytes).toString('base64');
    this.#maps = [...this.#maps, { mapId, mapVersion, name, enabled, bundle }];
    this.#save();
    this.#robot?.events.changed();
  }

  #use(entry: StoredMap) {
    const { mapId, mapVersion } = entry;
    const world = this.#worldIn(entry);
    // Zone sets of another version do not match this map.
    if (!this.#robot) return;
    this.#robot.traffic.keep((set) => set.mapId !== mapId || set.zoneSetId === `zs-${mapId}-${mapVersion}`);
    this.#robot.dock = dockOn(world, this.#home);
    changeWorld(this.#robot, world);
  }

  #save() {
    this.#disk.write(file, { held: this.#maps, stands: this.#currentMapId });
  }
}
