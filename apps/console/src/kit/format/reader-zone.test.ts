import { expect, test } from 'vitest';
import { aPerson } from '../../test-kit/index.ts';
import { session } from '../api/session.ts';
import { readerZone } from './reader.ts';

test.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['CET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['Etc/Unknown', 'UTC'],
])('a reader whose zone is stored as %s reads and asks in %s, which every call accepts', (timezone, zone) => {
  session.open(aPerson({ profile: { timezone } }));
  expect(readerZone()).toBe(zone);
});
