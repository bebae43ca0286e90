import {
  accountCalls,
  authCalls,
  companyCalls,
  mapCalls,
  type Device,
  type MapDetail,
  type Zone,
} from '@sweepline/contract';
import { boxAround } from '@sweepline/map-core';
import { test as base, type APIRequestContext } from '@playwright/test';
import { builtInWorld, type WorldName } from '../../apps/robot-sim/src/world/built-in.ts';
import { bundleFor } from '../../apps/robot-sim/src/wire/maps/map-bundle.ts';
import { companies, type CompanyKey } from '../../seeds/demo/people.ts';
import { roleNameIn, type RoleKey } from '../../seeds/demo/local-names.ts';
import { baseUrl } from '../address.ts';
import { fileOf, HttpCalls, signInOverHttp, type Person } from '../http-calls.ts';
import { OwnRobots, type OwnRobot, type RobotOptions } from './robots.ts';

const password = 'a journey of one’s own';
const administratorRoles: ReadonlySet<RoleKey> = new Set<RoleKey>(['administrator', 'operations']);
/** Names are unique over all runs, so that a journey can be repeated in the same world. */
let count = 0;
const uniqueName = () => `${Date.now().toString(36)}${process.pid.toString(36)}${(count += 1).toString(36)}`;

/** What one journey works with: a company with accounts, maps and robots that no other journey uses. */
export class OwnWorld {
  readonly companyId: string;
  readonly companyName: string;
  readonly #version: number;
  readonly #providerId: string;
  readonly #operator: HttpCalls;
  readonly #request: APIRequestContext;
  readonly #robots: OwnRobots;

  private constructor(
    request: APIRequestContext,
    operator: HttpCalls,
    company: { id: string; name: string; version: number; providerId: string },
    url: string,
  ) {
    this.#request = request;
    this.#operator = operator;
    this.#robots = new OwnRobots(request, operator, url);
    this.companyId = company.id;
    this.companyName = company.name;
    this.#version = company.version;
    this.#providerId = company.providerId;
  }

  /** `url` and the session of the operator are those of the installation that all journeys share, if left out. */
  static async create(
    request: APIRequestContext,
    url = baseUrl(),
    session = process.env['E2E_OPERATOR'],
  ): Promise<OwnWorld> {
    const operator = new HttpCalls(request, session);
    const { list } = await operator.send(companyCalls.places, { type: 1, pageSize: 50 });
    const parentId = list.find(({ type }) => type === 0)!.id;
    const company = await operator.send(companyCalls.add, {
      type: 1,
      parentId,
      name: `Journey ${uniqueName()}`,
    });
    return new OwnWorld(request, operator, { ...company, providerId: parentId }, url);
  }

  /** An account of the own company, with one of the provider's default roles, that has changed its initial password. */
  async addPerson(roleName = 'Administrator'): Promise<Person> {
    return await this.#add(this.companyId, roleName, roleName === 'Administrator' ? 2 : 3);
  }

  /** Technical support of the provider that is linked to the own company. */
  async addFae(email: string): Promise<Person> {
    const roleName = roleNameIn('provider', 'technician');
    const fae = await this.#add(this.#providerId, roleName, 3, { email, staffKind: 'FAE' });
    const linked = { id: this.companyId, version: this.#version, faeId: fae.id };
    await this.#operator.send(companyCalls.update, linked);
    return fae;
  }

  async #add(
    companyId: string,
    roleName: string,
    roleType: 2 | 3,
    more: { email?: string; staffKind?: 'FAE' } = {},
  ): Promise<Person & { id: string }> {
    const { roles } = await this.#operator.send(accountCalls.choices, { companyId });
    const roleId = roles.find(({ name }) => name === roleName)!.id;
    const username = `j.${uniqueName()}`;
    const made = await this.#operator.send(accountCalls.register, {
      companyId,
      username,
      nickname: `${roleName} of the journey`,
      roleId,
      roleType,
      ...more,
    });
    const first = await signInOverHttp(this.#request, { username, password: made.password });
    await new HttpCalls(this.#request, first.session).send(authCalls.changePassword, {
      originPassword: made.password,
      password,
      userId: made.id,
    });
    return { id: made.id, username, password };
  }

  /** An account of a company of the demo world, for journeys that read its records. */
  async addPersonOf(key: CompanyKey, role: RoleKey = 'administrator'): Promise<Person> {
    const { name } = companies.find((company) => company.key === key)!;
    const { list } = await this.#operator.send(companyCalls.options, { keyword: name });
    return await this.#add(list[0]!.id, roleNameIn(key, role), administratorRoles.has(role) ? 2 : 3);
  }

  /** A floor of the simulator as a map of the company, with one more cleaning area and at a site if they are given. */
  async addFloor(name: WorldName, area?: AreaWithin, siteId?: string): Promise<OwnFloor> {
    const built = builtInWorld(name);
    const polygons = [...built.elements.polygons, ...(area ? [zoneOf(built.elements.polygons, area)] : [])];
    const world = { ...built, elements: { ...built.elements, polygons } };
    const map = await this.#operator.upload(mapCalls.importBundle, {
      name: `${built.name} ${uniqueName()}`,
      companyId: this.companyId,
      ...(siteId && { siteId }),
      bundle: fileOf('map.zip', Buffer.from(bundleFor(world, '1', ''))),
    });
    return { name, map };
  }

  /** A registered robot that is switched off. */
  async registerRobot(options: RobotOptions = {}): Promise<OwnRobot> {
    return await this.#robots.register(this.companyId, options);
  }

  /** A robot that is connected, stands on this floor and can start a run. */
  async addRobot({ name, map }: OwnFloor, options: RobotOptions = {}): Promise<Device> {
    return await this.connect(await this.registerRobot({ ...options, floor: { name, mapId: map.id } }));
  }

  /** Switches a robot on, with further options of the simulator, until it can start a run. */
  async connect(robot: OwnRobot, ...options: string[]): Promise<Device> {
    robot.start(...options);
    return await this.#robots.ready(robot);
  }

  async stop() {
    await this.#robots.stop();
  }
}

/** A rectangle in metres from the lower left corner of an area of the floor. A small one is cleaned in a minute. */
export interface AreaWithin {
  name: string;
  within: string;
  left: number;
  bottom: number;
  width: number;
  height: number;
}

function zoneOf(polygons: readonly Zone[], { name, within, left, bottom, width, height }: AreaWithin): Zone {
  const { minX, minY } = boxAround(polygons.find((zone) => zone.name === within)!.points);
  const points = cornersOf({ minX: minX + left, minY: minY + bottom, width, height });
  return { id: name.toLowerCase(), type: 'CLEAN', name, points };
}

const cornersOf = ({
  minX,
  minY,
  width,
  height,
}: {
  minX: number;
  minY: number;
  width: number;
  height: number;
}) => [
  { x: minX, y: minY },
  { x: minX + width, y: minY },
  { x: minX + width, y: minY + height },
  { x: minX, y: minY + height },
];

export interface OwnFloor {
  name: WorldName;
  map: MapDetail;
}

/** A journey with its own world. */
export const test = base.extend<{ own: OwnWorld }>({
  own: async ({ request }, use) => {
    const own = await OwnWorld.create(request);
    await use(own);
    await own.stop();
  },
});
