import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { makeDatabase } from '../../test-kit/database.ts';
import { aCompany, aDevice, aGateway, eventually } from '../test-kit/test-gateway.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const page = readFileSync(resolve(root, 'docs/protocol/README.md'), 'utf8');
const programOf = (language: 'js' | 'ts') =>
  new RegExp(`\`\`\`${language} first-connection\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';

it.each([
  ['js', '--input-type=module', 22],
  ['ts', '--input-type=module-typescript', 70],
] as const)(
  'the first connection in %s brings a device online, with its place and its battery',
  async (language, type, maxLines) => {
    const lines = programOf(language);
    expect(lines.trim().split('\n').length).toBeLessThanOrEqual(maxLines);
    const database = await makeDatabase();
    const device = await aDevice(database.db, await aCompany(database.db));
    const { gateway } = await aGateway(database.db);
    const robot = spawn(process.execPath, [type, '--eval', lines], {
      // Where the MQTT client is installed.
      cwd: resolve(root, 'apps/server'),
      env: { ...process.env, MQTT_URL: gateway.mqttUrl, SN: device.sn, PASSWORD: device.secret },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      const live = await eventually(() => {
        const now = gateway.live(device.deviceId);
        return now?.position && now.battery ? now : undefined;
      }, 'the state of the robot');
      expect(live.connection.state).toBe('ONLINE');
      expect(live.position?.value).toMatchObject({ mapId: 'lobby', x: 1, y: 2 });
      expect(live.battery?.value.soc).toBe(80);
      expect(live.conformance).toEqual([]);
    } finally {
      const ended = new Promise((done) => robot.once('exit', done));
      if (robot.kill()) await ended;
      await gateway.stop();
      await database.close();
    }
  },
);
