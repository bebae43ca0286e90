import { expect, test } from 'vitest';
import { readAllowedTargets, readTarget, RefusedTarget, resolveTarget } from './outgoing-target.ts';

const none = readAllowedTargets(['']);
const faultOf = async (address: string, allowed = none, found: readonly string[] = []) => {
  try {
    const url = readTarget(address, allowed);
    const lookup = async () => found.map((text) => ({ address: text, family: 4 as const }));
    return (await resolveTarget(url, allowed, lookup)).address;
  } catch (error) {
    return error instanceof RefusedTarget ? error.fault : error;
  }
};

test('only https without credentials is called', async () => {
  for (const address of [
    'http://a.example',
    'https://me:secret@a.example',
    'https://me@a.example',
    'file:///x',
    'x',
  ])
    expect(await faultOf(address), address).toBe('FORM');
  expect(await faultOf('https://a.example/x', none, ['93.184.216.34'])).toBe('93.184.216.34');
});

test('an address inside is refused in every spelling, also as one of several of a name', async () => {
  for (const host of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '172.16.0.1',
    '100.64.0.1',
    '[::1]',
    '[fd12::1]',
    '0x7f.1',
    '2130706433',
  ])
    expect(await faultOf(`https://${host}/`), host).toBe('INSIDE');
  expect(await faultOf('https://[::ffff:10.0.0.1]/')).toBe('INSIDE');
  expect(await faultOf('https://a.example', none, ['93.184.216.34', '10.0.0.1'])).toBe('INSIDE');
  expect(await faultOf('https://a.example', none, [])).toBe('NAME');
});

test('what the operator allows is called, and metadata, link-local and embedded addresses never', async () => {
  const allowed = readAllowedTargets(['10.1.0.0/16', 'erp.example', '0.0.0.0/0', '::/0', '169.254.169.254']);
  expect(await faultOf('https://10.1.2.3/', allowed)).toBe('10.1.2.3');
  const some = readAllowedTargets(['10.1.0.0/16', 'erp.example']);
  expect(await faultOf('https://10.2.0.1/', some)).toBe('INSIDE');
  expect(await faultOf('https://erp.example/', some, ['192.168.0.9'])).toBe('192.168.0.9');
  expect(await faultOf('https://other.example/', some, ['192.168.0.9'])).toBe('INSIDE');
  const never = [
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '0.0.0.0',
    '[::]',
    '224.0.0.1',
    '255.255.255.255',
  ];
  for (const host of [...never, '[64:ff9b::a00:1]', '[2002:a00:1::]', '[::ffff:169.254.169.254]'])
    expect(await faultOf(`https://${host}/`, allowed), host).toBe('NEVER');
  expect(await faultOf('https://erp.example/', allowed, ['169.254.169.254'])).toBe('NEVER');
});
