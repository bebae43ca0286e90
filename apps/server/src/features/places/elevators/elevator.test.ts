import {
  deviceCalls,
  elevatorCalls,
  elevatorModuleCalls,
  elevatorProjectCalls,
  errors,
  noElements,
  sitePlanCalls,
  type MapElements,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { mallAdmin } = people;
const server = testServer();

const cars = [{ id: 'A', name: '', doors: ['FRONT' as const] }];
const module = { number: 'M-1', serial: 'LIFT-1', manufacturer: 'ACME', type: 'CONTROLLER' as const };

/** A project over two floors of a site, the lower one with a map. */
async function tower(points: MapElements['points'] = []) {
  const site = await server.aSite({ name: 'Tower', address: 'Rheinallee 1' });
  const { addFloor } = sitePlanCalls;
  await server.ok(addFloor, mallAdmin, { siteId: site.id, name: 'EG' });
  const { levels } = await server.ok(addFloor, mallAdmin, { siteId: site.id, name: '1. OG' });
  const [ground, first] = levels.map(({ id }) => id) as [string, string];
  const elements = { ...noElements, points };
  const map = await server.aMap({ siteId: site.id, floorId: ground, elements });
  const project = await server.ok(elevatorProjectCalls.add, mallAdmin, {
    number: 'P-1',
    name: 'Tower',
    siteId: site.id,
    scene: 'OFFICE',
    property: 'Verwaltung GmbH',
  });
  return { site, ground, first, map, project };
}

const liftPoint = (type: MapElements['points'][number]['type'], liftId = 'A') => ({
  id: `${type}-${liftId}`,
  type,
  name: '',
  x: 1,
  y: 1,
  theta: 0,
  floor: '0',
  liftId,
});

const reasonsOf = ({ data }: { data: unknown }) =>
  (data as { reasons?: Record<string, { code: string }> }).reasons;

test('a project belongs to the company of its site and has its address', async () => {
  const { project, site } = await tower();
  expect(project).toMatchObject({
    companyId: companyIds.mall,
    siteName: 'Tower',
    address: 'Rheinallee 1',
    elevators: 0,
    modules: { total: 0, online: 0 },
    siteFloors: [{ name: 'EG' }, { name: '1. OG' }],
  });
  const { list } = await server.ok(elevatorProjectCalls.list, mallAdmin, { keyword: 'verwaltung' });
  expect(list).toMatchObject([{ id: project.id, number: 'P-1', scene: 'OFFICE' }]);
  const twice = await server.send(elevatorProjectCalls.add, mallAdmin, {
    number: 'P-1',
    name: 'Other',
    siteId: site.id,
  });
  expect(reasonsOf(twice)).toMatchObject({ number: { code: 'NUMBER_TAKEN' } });
  const { id, version } = project;
  const change = { id, version, number: 'P-2', name: 'Tower 2', siteId: site.id };
  expect(await server.ok(elevatorProjectCalls.update, mallAdmin, change)).toMatchObject({ version: 2 });
  expect((await server.send(elevatorProjectCalls.update, mallAdmin, change)).code).toBe(
    errors.changedMeanwhile.code,
  );
});

test('each floor of an elevator says what robots lack to ride to it', async () => {
  const { project, ground, first, map } = await tower([
    liftPoint('LIFT_CALL'),
    liftPoint('LIFT_ENTRY'),
    // Of another elevator.
    liftPoint('LIFT_INSIDE', 'B'),
  ]);
  const elevator = await server.ok(elevatorCalls.add, mallAdmin, {
    projectId: project.id,
    number: 'A',
    name: 'Elevator A',
    cars,
    floors: [
      { label: '0', floorId: ground, mapId: map.id, doors: ['FRONT'] },
      { label: '1', floorId: first, mapId: null, doors: [] },
      { label: '2', floorId: null, mapId: null, doors: ['FRONT'] },
    ],
  });
  expect(elevator.floors.map(({ label, missing }) => [label, missing])).toEqual([
    ['0', ['LIFT_INSIDE']],
    ['1', ['MAP', 'DOOR']],
    ['2', ['FLOOR', 'MAP']],
  ]);
  expect(await server.ok(elevatorProjectCalls.detail, mallAdmin, { id: project.id })).toMatchObject({
    elevators: 1,
    floors: 2,
    elevatorList: [{ id: elevator.id, floors: [{ floorName: 'EG', mapName: map.name }, {}, {}] }],
  });
  const { list } = await server.ok(elevatorCalls.list, mallAdmin, { siteId: project.siteId });
  expect(list).toMatchObject([{ number: 'A', projectName: 'Tower' }]);
});

test('an elevator over two sites, with a floor twice or a foreign map is refused at its field', async () => {
  const { project, ground, first, map } = await tower();
  const elsewhere = await server.aSite();
  const { levels } = await server.ok(sitePlanCalls.addFloor, mallAdmin, { siteId: elsewhere.id, name: 'X' });
  const refused = async (changes: object) =>
    reasonsOf(
      await server.send(elevatorCalls.add, mallAdmin, {
        projectId: project.id,
        number: 'A',
        name: 'A',
        cars,
        floors: [],
        ...changes,
      }),
    );
  const stop = (label: string, floorId: string | null, mapId: string | null = null) => ({
    label,
    floorId,
    mapId,
    doors: [],
  });
  expect(await refused({ floors: [stop('X', levels[0]!.id)] })).toMatchObject({
    floors: { code: 'FLOOR_OF_OTHER_SITE' },
  });
  expect(await refused({ floors: [stop('0', ground), stop('0', first)] })).toMatchObject({
    floors: { code: 'FLOOR_TWICE' },
  });
  expect(await refused({ floors: [stop('0', ground), stop('1', ground)] })).toMatchObject({
    floors: { code: 'FLOOR_TWICE' },
  });
  expect(await refused({ floors: [stop('1', first, map.id)] })).toMatchObject({
    floors: { code: 'MAP_OF_OTHER_FLOOR' },
  });
  expect(await refused({ floors: [{ ...stop('0', ground), doors: ['REAR'] }] })).toMatchObject({
    floors: { code: 'DOOR_OF_NO_CAR' },
  });
  expect(await refused({ cars: [...cars, ...cars] })).toMatchObject({ cars: { code: 'CAR_TWICE' } });
  await server.ok(elevatorCalls.add, mallAdmin, { projectId: project.id, number: 'A', name: 'A', cars });
  expect(await refused({})).toMatchObject({ number: { code: 'NUMBER_TAKEN' } });
  const { id, version, number, name } = await server.ok(elevatorProjectCalls.detail, mallAdmin, {
    id: project.id,
  });
  const moved = await server.send(elevatorProjectCalls.update, mallAdmin, {
    id,
    version,
    number,
    name,
    siteId: elsewhere.id,
  });
  expect(reasonsOf(moved)).toMatchObject({ siteId: { code: 'ELEVATORS_ON_SITE' } });
});

test('the secret of a module is answered once, and its serial number is unique over modules and robots', async () => {
  const { project } = await tower();
  const device = await server.aDevice();
  const add = { projectId: project.id, ...module };
  const { module: added, secret } = await server.ok(elevatorModuleCalls.add, mallAdmin, add);
  expect(secret).toHaveLength(43);
  expect(added).toMatchObject({ ...module, online: false, lastSeenAt: null, softwareVersion: null });
  expect(
    JSON.stringify(await server.ok(elevatorModuleCalls.detail, mallAdmin, { id: added.id })),
  ).not.toContain('ecret');
  const renewed = await server.ok(elevatorModuleCalls.renewSecret, mallAdmin, { id: added.id });
  expect(renewed.secret).not.toBe(secret);
  const taken = { serial: { code: 'SERIAL_TAKEN' } };
  const send = async (changes: object) =>
    reasonsOf(await server.send(elevatorModuleCalls.add, mallAdmin, { ...add, number: 'M-2', ...changes }));
  expect(await send({ serial: 'lift-1' })).toMatchObject(taken);
  expect(await send({ serial: device.sn.toLowerCase() })).toMatchObject(taken);
  expect(await send({ number: 'M-1', serial: 'LIFT-2' })).toMatchObject({ number: { code: 'NUMBER_TAKEN' } });
  const robot = await server.send(deviceCalls.register, people.superAdmin, {
    sn: 'Lift-1',
    manufacturer: 'ACME',
    model: 'PLAIN',
    protocol: 'v3',
    nickname: 'Double',
    companyId: companyIds.mall,
  });
  expect(robot.code).toBe(errors.serialTaken.code);
});

test('a controller serves one elevator, a bridge several', async () => {
  const { project } = await tower();
  const { module: controller } = await server.ok(elevatorModuleCalls.add, mallAdmin, {
    projectId: project.id,
    ...module,
  });
  const elevator = (number: string) => ({
    projectId: project.id,
    number,
    name: `Elevator ${number}`,
    cars,
    moduleId: controller.id,
  });
  const first = await server.ok(elevatorCalls.add, mallAdmin, elevator('A'));
  expect(first.module).toEqual({ id: controller.id, number: 'M-1', online: false });
  expect(reasonsOf(await server.send(elevatorCalls.add, mallAdmin, elevator('B')))).toMatchObject({
    moduleId: { code: 'MODULE_HAS_ELEVATOR' },
  });
  const { id, version } = controller;
  const bridge = { id, version, ...module, type: 'BRIDGE' as const };
  const changed = await server.ok(elevatorModuleCalls.update, mallAdmin, bridge);
  await server.ok(elevatorCalls.add, mallAdmin, elevator('B'));
  const back = { ...bridge, version: changed.version, type: 'CONTROLLER' as const };
  expect(reasonsOf(await server.send(elevatorModuleCalls.update, mallAdmin, back))).toMatchObject({
    type: { code: 'MODULE_HAS_ELEVATOR' },
  });
});

test('what is still used is deleted last, and the refusal names what uses it', async () => {
  const { project, site } = await tower();
  const { module: added } = await server.ok(elevatorModuleCalls.add, mallAdmin, {
    projectId: project.id,
    ...module,
  });
  const fields = { number: 'A', name: 'Elevator A', cars, moduleId: added.id };
  const elevator = await server.ok(elevatorCalls.add, mallAdmin, { projectId: project.id, ...fields });
  const bare = await server.aSite();
  await server.ok(sitePlanCalls.remove, mallAdmin, { id: bare.id });
  const ofModule = await server.send(elevatorModuleCalls.remove, mallAdmin, { id: added.id });
  expect([ofModule.code, ofModule.msg]).toEqual([409, expect.stringContaining('Elevator A')]);
  const ofProject = await server.send(elevatorProjectCalls.remove, mallAdmin, { id: project.id });
  expect([ofProject.code, ofProject.msg]).toEqual([409, expect.stringContaining('Elevator A · M-1')]);
  await server.asOwner((sql) => sql`update maps set site_id = null where site_id = ${site.id}`);
  const ofSite = await server.send(sitePlanCalls.remove, mallAdmin, { id: site.id });
  expect([ofSite.code, ofSite.msg]).toEqual([409, expect.stringContaining('Tower')]);
  await server.ok(elevatorCalls.remove, mallAdmin, { id: elevator.id });
  await server.ok(elevatorModuleCalls.remove, mallAdmin, { id: added.id });
  await server.ok(elevatorProjectCalls.remove, mallAdmin, { id: project.id });
  expect((await server.ok(elevatorProjectCalls.list, mallAdmin, {})).total).toBe(0);
});

test('only robots of the company that ride elevators are linked', async () => {
  const { project } = await tower();
  const [able, unable] = [await server.aDevice(), await server.aDevice({ model: 'J20', nickname: 'Emil' })];
  const foreign = await server.aDevice({ companyId: companyIds.agent });
  const link = (deviceIds: string[], version = project.version) =>
    server.send(elevatorProjectCalls.link, people.superAdmin, { id: project.id, version, deviceIds });
  expect(reasonsOf(await link([unable.id]))).toMatchObject({ deviceIds: { code: 'RIDES_NO_ELEVATORS' } });
  expect(reasonsOf(await link([foreign.id]))).toMatchObject({
    deviceIds: { code: 'DEVICE_OF_OTHER_COMPANY' },
  });
  expect((await link([able.id])).data).toMatchObject({
    devices: 1,
    deviceList: [{ id: able.id, ridesElevators: true, online: false }],
  });
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.agent} where id = ${able.id}`,
  );
  expect(await server.ok(elevatorProjectCalls.detail, mallAdmin, { id: project.id })).toMatchObject({
    devices: 0,
    deviceList: [],
  });
});
