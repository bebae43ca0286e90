import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './addresses.ts';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:51234', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:c633:6407', '198.51.100.7'],
  ['[::ffff:c633:6407]:443', '198.51.100.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['no address', 'no address'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('every spelling of an address has one network, and a port changes nothing', () => {
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(groups, fc.integer({ min: 1, max: 65_535 }), (address, port) => {
      const long = address.map((group) => group.toString(16).padStart(4, '0').toUpperCase()).join(':');
      const short = address.map((group) => group.toString(16)).join(':');
      // The URL parser abbreviates the longest run of zeros.
      const canonical = new URL(`http://[${short}]`).hostname;
      const networks = [long, short, canonical.slice(1, -1), canonical, `${canonical}:${port}`].map(
        networkOf,
      );
      expect(new Set(networks).size).toBe(1);
    }),
  );
});
