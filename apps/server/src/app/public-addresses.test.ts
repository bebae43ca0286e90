import { describe, expect, it } from 'vitest';
import { hostInUrl, ownAddress } from '../platform/http/addresses.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { readEnv } from './env.ts';
import { addressWarnings, consoleAddress } from './public-addresses.ts';

const env = (values: Record<string, string> = {}) => readEnv(values);

describe('the console’s address', () => {
  it('is PUBLIC_URL if it is set, on any listening address', () => {
    const configured = env({ PUBLIC_URL: 'https://clean.example', HOST: '0.0.0.0' });
    expect(consoleAddress(configured, '10.0.0.5')).toBe('https://clean.example');
  });

  it('is never a wildcard: it is the address that the vehicle reached, or one of the machine’s own addresses', () => {
    for (const HOST of ['0.0.0.0', '::']) {
      const configured = env({ HOST, PORT: '8081' });
      expect(consoleAddress(configured, '10.0.0.5')).toBe('http://10.0.0.5:8081');
      expect(consoleAddress(configured)).toBe(`http://${ownAddress()}:8081`);
    }
    expect(consoleAddress(env({ HOST: '192.168.7.7' }), '10.0.0.5')).toBe('http://192.168.7.7:8080');
    expect(consoleAddress(env({ HOST: 'fd00::7' }))).toBe('http://[fd00::7]:8080');
  });

  it('uses an own address that other machines reach, IPv4 if there is one', () => {
    const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) => ({
      address,
      family,
      internal,
      netmask: '',
      mac: '',
      cidr: null,
      scopeid: 0,
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

describe('the warnings at the start', () => {
  it('are empty if the address is configured or everything is on this machine', () => {
    expect(addressWarnings(env())).toEqual([]);
    expect(addressWarnings(env({ HOST: '0.0.0.0', PUBLIC_URL: 'https://clean.example' }))).toEqual([]);
    expect(addressWarnings(env({ HOST: 'console.example', MQTT_HOST: '0.0.0.0' }))).toEqual([]);
  });

  it('report that the address is a guess if the server listens on all addresses', () => {
    const [warning, ...more] = addressWarnings(env({ HOST: '0.0.0.0' }));
    expect(more).toEqual([]);
    expect(warning).toContain('set PUBLIC_URL');
    expect(warning).toContain('under which each reached the broker');
    expect(addressWarnings(env({ HOST: '0.0.0.0', MQTT_URL: 'mqtt://broker.example' }))[0]).toContain(
      `sent to http://${ownAddress()}:8080`,
    );
  });

  it('report that remote vehicles cannot fetch maps if only this machine reaches the console', () => {
    const onlyHere = 'which only this machine reaches';
    expect(addressWarnings(env({ MQTT_HOST: '0.0.0.0' }))[0]).toContain(onlyHere);
    expect(addressWarnings(env({ MQTT_URL: 'mqtts://broker.example' }))[0]).toContain(onlyHere);
    expect(addressWarnings(env({ MQTT_URL: 'mqtt://127.0.0.1:1883' }))).toEqual([]);
  });
});

describe('the broker’s address for robots', () => {
  const ports = { password: 8884, certificate: 8883 };

  it('contains the host by which the robot reached the server if the broker listens on all addresses', () => {
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

  it('of an outside broker contains its public host, not the host that the server uses', () => {
    const broker = brokerAddresses('mqtts://inside:18883', ports, 'broker.example');
    expect(broker('CERTIFICATE', 'clean.example')).toMatchObject({
      host: 'broker.example',
      port: 8883,
      tls: true,
    });
    expect(broker('PASSWORD')).toMatchObject({ host: 'broker.example', port: 8884, tls: true });
  });
});
