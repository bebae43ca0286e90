import { randomUUID } from 'node:crypto';
import { placeOf } from '../orders.ts';
import type { Robot } from '../robot.ts';
import { declares, offers, version3, type Rule } from '../rule.ts';
import { broken } from '../verdict.ts';

const takesMaps = declares('downloadMap', 'enableMap');
/** A port on which nothing listens. */
const deadLink = 'http://127.0.0.1:9/device/v1/files/none';
const downloadMs = 60_000;
const zoneMs = 15_000;

/** Sends an action that has to fail, with this error. */
async function fails(robot: Robot, type: string, parameters: Record<string, unknown>, expected: string) {
  const mark = robot.mark();
  const actionId = robot.act(type, parameters);
  const message = await robot.nextState(
    mark,
    (state) =>
      state.instantActions.some(
        (it) => it.actionId === actionId && ['FAILED', 'RETRIABLE'].includes(it.status),
      ),
    downloadMs,
  );
  if (!message?.state)
    return broken(`${type} did not fail`, robot.since(mark, 'state').at(-1), 'instantActionStates');
  const error = message.state.errors.find(({ references }) => references['actionId'] === actionId);
  if (error?.type !== expected) broken(`${expected} was expected`, message, 'errors');
  return message.state;
}

const mapIdOf = (robot: Robot) => placeOf(robot).mapId;

export const mapRules: readonly Rule[] = [
  {
    id: 'MAP-1',
    rule: '`state.maps` lists the map on which the robot stands as `ENABLED`.',
    page: 'maps.md#states-of-a-map',
    needs: [version3],
    check: (robot) => {
      const message = robot.received.findLast(({ state }) => state !== undefined);
      const isListed = message?.state?.maps?.some((it) => it.mapId === mapIdOf(robot) && it.enabled);
      if (!isListed) broken('the present map is not there', message, 'maps');
    },
  },
  {
    id: 'MAP-2',
    rule: 'It refuses to enable a map that it does not have (`UNKNOWN_MAP_ID`).',
    page: 'maps.md#from-the-server-to-the-robot',
    needs: [version3, takesMaps],
    check: async (robot) => {
      await fails(robot, 'enableMap', { mapId: randomUUID(), mapVersion: '1' }, 'UNKNOWN_MAP_ID');
    },
  },
  {
    id: 'MAP-3',
    rule: 'A download from an address that does not answer fails (`MAP_DOWNLOAD_FAILED`) and leaves no map.',
    page: 'maps.md#from-the-server-to-the-robot',
    needs: [version3, takesMaps],
    check: async (robot) => {
      const mapId = randomUUID();
      const parameters = { mapId, mapVersion: '1', mapDownloadLink: deadLink, mapHash: '0'.repeat(64) };
      const { maps } = await fails(robot, 'downloadMap', parameters, 'MAP_DOWNLOAD_FAILED');
      if (maps?.some((it) => it.mapId === mapId))
        broken(
          'the map is listed',
          robot.received.findLast(({ state }) => state !== undefined),
          'maps',
        );
    },
  },
  {
    id: 'MAP-4',
    rule: 'It lists a zone set in `state.zoneSets` and enables it with `enableZoneSet`.',
    page: 'maps.md#zone-set',
    needs: [version3, offers('zones')],
    check: async (robot) => {
      const { mapId, x, y } = placeOf(robot);
      const zoneSetId = `zs-${mapId}-conform-${randomUUID().slice(0, 8)}`;
      const corners = [0, 1, 2].map((index) => ({ x: x + 500 + (index % 2), y: y + 500 + index }));
      const zone = { zoneId: 'conform', zoneType: 'SPEED_LIMIT', maximumSpeed: 0.3, vertices: corners };
      const mark = robot.mark();
      robot.send('zoneSet', { zoneSet: { mapId, zoneSetId, zones: [zone] } });
      const listed = await robot.nextState(mark, isListed(zoneSetId), zoneMs);
      if (!listed) return broken('the zone set is not listed', robot.since(mark, 'state').at(-1), 'zoneSets');
      robot.act('enableZoneSet', { zoneSetId });
      const enabled = await robot.nextState(mark, isListed(zoneSetId, true), zoneMs);
      if (!enabled) broken('the zone set is not enabled', robot.since(mark, 'state').at(-1), 'zoneSets');
    },
  },
  {
    id: 'MAP-5',
    rule: 'It checks the hash of a downloaded map, and a map that it stands on cannot be deleted.',
    page: 'maps.md#from-the-server-to-the-robot',
    needs: [version3, takesMaps],
    check: { untested: 'a robot that breaks it would lose its map' },
  },
];

const isListed =
  (zoneSetId: string, enabled?: true) =>
  ({ zoneSets }: { zoneSets: { zoneSetId: string; enabled: boolean }[] | undefined }) =>
    zoneSets?.some((it) => it.zoneSetId === zoneSetId && (it.enabled || !enabled)) ?? false;
