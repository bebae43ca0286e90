import { describe, expect, it } from 'vitest';
import { mayReceive, mayPublish, maySubscribe } from '../broker/access.ts';
import { decodeJson } from './decode.ts';
import { defaultLimits } from '../gateway-options.ts';
import { createRateGuard } from '../intake/rate-guard.ts';

const reasonOf = (text: string | Uint8Array) => {
  const decoded = decodeJson(typeof text === 'string' ? Buffer.from(text) : text);
  return decoded.ok ? 'OK' : decoded.reason;
};

describe('payloads', () => {
  it.each([
    ['{"a":1}', 'OK'],
    ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', 'OK'],
    ['{"a" : "x:\\"y\\"", "b":"{\\"a\\":1,\\"a\\":2}"}', 'OK'],
    ['', 'NOT_JSON'],
    ['{"a":NaN}', 'NOT_JSON'],
    ['{"a":1', 'NOT_JSON'],
    ['[1]', 'NOT_OBJECT'],
    ['null', 'NOT_OBJECT'],
    ['{"a":1,"a":2}', 'DUPLICATE_KEYS'],
    ['{"a":1,"\\u0061":2}', 'DUPLICATE_KEYS'],
    ['{"a":"\\\\","b":"\\\\\\"a\\"","c":1}', 'OK'],
    ['{"a":"\\\\","b":"\\\\\\"","a":1}', 'DUPLICATE_KEYS'],
    ['{"a":[{"b":1, "b" :2}]}', 'DUPLICATE_KEYS'],
    [`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`, 'OK'],
    [`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 'TOO_DEEP'],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'TOO_DEEP'],
    [`{"a":"${'x'.repeat(70_000)}"}`, 'TOO_LARGE'],
    [`{"a":[${'1,'.repeat(10_000)}1]}`, 'TOO_LARGE'],
  ])('%.60s is %s', (text, reason) => expect(reasonOf(text)).toBe(reason));

  it('a payload that is not UTF-8 is refused', () =>
    expect(reasonOf(Uint8Array.from([123, 34, 0xff, 34, 125]))).toBe('NOT_UTF8'));

  it('the cost of decoding does not grow faster than the number of keys', () => {
    const wide = `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":0`).join(',')}}`;
    const before = performance.now();
    expect(reasonOf(wide)).toBe('OK');
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

describe('access', () => {
  const interfaces = ['vda5050', 'uagv'];
  it('a device may publish its up topics and no others', () => {
    expect(mayPublish('R1', 'vda5050/v3/JBOT/R1/state', interfaces)).toBe(true);
    expect(mayPublish('R1', 'uagv/v2/ACME/R1/connection', interfaces)).toBe(true);
    for (const topic of [
      'vda5050/v3/JBOT/R2/state',
      'vda5050/v3/JBOT/R1/order',
      'vda5050/v3/JBOT/r1/state',
      '$SYS/x',
      'sweepline/default/bus/limits.uses',
      'R1',
    ])
      expect(mayPublish('R1', topic, interfaces), topic).toBe(false);
  });
  it('a device may subscribe to its down topics and no others', () => {
    for (const filter of ['vda5050/v3/JBOT/R1/order', 'vda5050/v3/JBOT/R1/+', 'uagv/+/+/R1/instantActions'])
      expect(maySubscribe('R1', filter, interfaces), filter).toBe(true);
    for (const filter of [
      '#',
      'sweepline/#',
      '+/+/+/+/+',
      '+/+/bus/R1/+',
      'vda5050/#',
      'vda5050/v3/JBOT/+/order',
      'vda5050/v3/#/R1/order',
      'vda5050/v3/JBOT/R1/state',
      'vda5050/v3/JBOT/R1/#',
    ])
      expect(maySubscribe('R1', filter, interfaces), filter).toBe(false);
    expect(mayReceive('R1', 'vda5050/v3/JBOT/R1/state')).toBe(false);
    expect(mayReceive('R1', 'vda5050/v3/JBOT/R2/order')).toBe(false);
  });
});

describe('floods', () => {
  it('a burst passes, then one in ten, until the device slows down', () => {
    const guard = createRateGuard(defaultLimits);
    const verdicts = Array.from({ length: 200 }, () => guard.admit('a', 0));
    expect(verdicts.filter((it) => it === 'USE')).toHaveLength(110);
    expect(verdicts.filter((it) => it === 'SKIP_AND_RAISE')).toHaveLength(1);
    expect(guard.admit('b', 0)).toBe('USE');
    expect(guard.admit('a', 1000)).toBe('USE');
  });

  it('a device is quarantined after a hundred bad messages, for ten minutes', () => {
    const guard = createRateGuard(defaultLimits);
    for (let i = 0; i < 100; i++) expect(guard.rejected('a', i)).toBe(false);
    expect(guard.rejected('a', 100)).toBe(true);
    expect(guard.isQuarantined('a', 599_000)).toBe(true);
    expect(guard.isQuarantined('a', 600_200)).toBe(false);
  });
});
