import { describe, expect, it } from 'vitest';
import { hostInUrl, ownAddress } from '../platform/http/addresses.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { readEnv } from './env.ts';
import { addressWarnings, consoleAddress } from './public-addresses.ts';

const env = (values: Record<string, string> = {}) => readEnv(values);

describe('where the console is', () => {
  it('is what PUBLIC_URL says, whatever the server listens on', () => {
    const known = env({ PUBLIC_URL: 'https://clean.example', HOST: '0.0.0.0' });
    expect(consoleAddress(known, '10.0.0.5')).toBe('https://clean.example');
  });

  it('is never the address of everywhere: it is where the vehicle reached this machine, or one of its own addresses', () => {
    for (const HOST of ['0.0.0.0', '::']) {
      const known = env({ HOST, PORT: '8081' });
      expect(consoleAddress(known, '10.0.0.5')).toBe('http://10.0.0.5:8081');
      expect(consoleAddress(known)).toBe(`http://${ownAddress()}:8081`);
    }
    expect(consoleAddress(env({ HOST: '192.168.7.7' }), '10.0.0.5')).toBe('http://192.168.7.7:8080');
    expect(consoleAddress(env({ HOST: 'fd00::7' }))).toBe('http://[fd00::7]:8080');
  });

  it('an own address is one that others reach, of the old kind if there is one', () => {
    const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) => ({
      ...{ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 },
    });
    const loop = [at('127.0.0.1', 'IPv4', true)];
    expect(ownAddress({ lo: loop, a: [at('fd00::7', 'IPv6'), at('192.168.7.7', 'IPv4')] })).toBe(
      '192.168.7.7',
    );
    expect(ownAddress({ lo: loop, a: [at('fe80::1', 'IPv6'), at('fd00::7', 'IPv6')] })).toBe('[fd00::7]');
    expect(ownAddress({ lo: loop })).toBe('127.0.0.1');
    expect(hostInUrl('::ffff:10.0.0.5')).toBe('10.0.0.5');
  });
});

describe('what is said at the start', () => {
  it('nothing where the address is known, or everything is on this machine', () => {
    expect(addressWarnings(env())).toEqual([]);
    expect(addressWarnings(env({ HOST: '0.0.0.0', PUBLIC_URL: 'https://clean.example' }))).toEqual([]);
    expect(addressWarnings(env({ HOST: 'console.example', MQTT_HOST: '0.0.0.0' }))).toEqual([]);
  });

  it('that the address is a guess where the server listens everywhere', () => {
    const [warning, ...more] = addressWarnings(env({ HOST: '0.0.0.0' }));
    expect(more).toEqual([]);
    expect(warning).toContain('set PUBLIC_URL');
    expect(warning).toContain('under which each reached the broker');
    expect(addressWarnings(env({ HOST: '0.0.0.0', MQTT_URL: 'mqtt://broker.example' }))[0]).toContain(
      `sent to http://${ownAddress()}:8080`,
    );
  });

  it('that vehicles from elsewhere cannot fetch maps where only this machine reaches the console', () => {
    const onlyHere = 'which only this machine reaches';
    expect(addressWarnings(env({ MQTT_HOST: '0.0.0.0' }))[0]).toContain(onlyHere);
    expect(addressWarnings(env({ MQTT_URL: 'mqtts://broker.example' }))[0]).toContain(onlyHere);
    expect(addressWarnings(env({ MQTT_URL: 'mqtt://127.0.0.1:1883' }))).toEqual([]);
  });
});

describe('where robots are told to connect', () => {
  const ports = { password: 8884, certificate: 8883 };

  it('a broker that listens everywhere bears the name by which the robot reached us', () => {
    const broker = brokerAddresses('mqtt://0.0.0.0:1883', ports);
    expect(broker('CERTIFICATE', 'clean.example')).toMatchObject({
      host: 'clean.example',
      port: 8883,
      tls: true,
    });
    expect(broker('PASSWORD', '10.0.0.5')).toMatchObject({ host: '10.0.0.5', port: 8884, tls: true });
    expect(broker('PASSWORD', '')).toMatchObject({ host: ownAddress() });
    expect(brokerAddresses('mqtt://10.0.0.9:1883', ports)('PASSWORD', 'clean.example')).toMatchObject({
      host: '10.0.0.9',
    });
  });

  it('an outside broker with a name of its own for robots is never the one the server comes in by', () => {
    const broker = brokerAddresses('mqtts://inside:18883', ports, 'broker.example');
    expect(broker('CERTIFICATE', 'clean.example')).toMatchObject({
      host: 'broker.example',
      port: 8883,
      tls: true,
    });
    expect(broker('PASSWORD')).toMatchObject({ host: 'broker.example', port: 8884, tls: true });
  });
});
