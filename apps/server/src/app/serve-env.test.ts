import { expect, test } from 'vitest';
import { readEnv, readServeEnv } from './env.ts';

const services = { DATABASE_URL: 'postgres://db/x', MQTT_URL: 'mqtt://broker', FILES_URL: 's3://files' };

test('a server among several waits for load balancers when it stops, one that is alone does not', () => {
  expect(readServeEnv(services).DRAIN_SECONDS).toBe(5);
  expect(readServeEnv({ ...services, DRAIN_SECONDS: '0' }).DRAIN_SECONDS).toBe(0);
  expect(readEnv({}).DRAIN_SECONDS).toBe(0);
});

test('each missing service is named in one line', () => {
  const starting = () => readServeEnv({ DATABASE_URL: services.DATABASE_URL, FILES_URL: '' });
  expect(starting).toThrow(/^MQTT_URL is not set: .*\nFILES_URL is not set: [^\n]*$/);
});

test('files in the data folder of one server are refused', () => {
  const values = { ...services, DATA_DIR: '/srv/data', FILES_URL: 'file:///srv/data/files' };
  expect(() => readServeEnv(values)).toThrow('FILES_URL is inside DATA_DIR');
  expect(readServeEnv({ ...values, FILES_URL: 'file:///srv/files' }).FILES_URL).toBe('file:///srv/files');
});

test('a server plays the roles of ROLES, and all without it', () => {
  expect(readEnv({}).ROLES).toEqual(['api', 'socket', 'gateway', 'jobs']);
  expect(readServeEnv({ ...services, ROLES: 'api, socket' }).ROLES).toEqual(['api', 'socket']);
});

test('an unknown role is refused with the roles that there are, and a narrow server with an embedded broker is', () => {
  expect(() => readServeEnv({ ...services, ROLES: 'api,worker' })).toThrow(
    'there is no role "worker"; the roles are api, socket, gateway, jobs',
  );
  expect(() => readEnv({ ROLES: 'api' })).toThrow('ROLES: with an embedded broker');
});
