import { expect, test } from 'vitest';
import { readPayload } from './payload.ts';

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const utf8 = (text: string) => new TextEncoder().encode(text);

test('complete JSON is indented', () => {
  expect(readPayload(base64(utf8('{"a":1}')))).toEqual({ form: 'json', text: '{\n  "a": 1\n}' });
});

test('truncated JSON stays plain text', () => {
  expect(readPayload(base64(utf8('{"a":[1,2')))).toEqual({ form: 'text', text: '{"a":[1,2' });
});

test('a head cut within a character loses only that character', () => {
  expect(readPayload(base64(utf8('地图').subarray(0, 5)))).toEqual({ form: 'text', text: '地' });
});

test('binary data is shown as bytes with their offset', () => {
  const { form, text } = readPayload(
    base64(Uint8Array.of(0x41, 0xff, 0xfe, 0x00, 0xc3, 0x28, 0x42, 0x43, 0x44)),
  );
  expect(form).toBe('hex');
  expect(text).toMatch(/^0000 {2}41 ff fe 00 c3 28 42 43 44 +A···\u00b7\(BCD$/);
});

test('an empty message is an empty text', () => {
  expect(readPayload('')).toEqual({ form: 'text', text: '' });
});
