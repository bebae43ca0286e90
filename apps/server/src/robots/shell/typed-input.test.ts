import { expect, test } from 'vitest';
import { TypedInput } from './typed-input.ts';

const stored = (input: TypedInput, ms = 10_000) =>
  input
    .take(ms)
    .map(([, text]) => text)
    .join('');

test('a line that the robot echoes is stored as it was typed', () => {
  const input = new TypedInput();
  for (const [ms, char] of [...'df -h'].entries()) {
    input.type(ms, char);
    input.show(char);
  }
  input.type(9, '\r');
  input.show('\r\nFilesystem');
  expect(input.take(10)).toEqual([
    [0, 'd'],
    [1, 'f'],
    [2, ' '],
    [3, '-'],
    [4, 'h'],
    [9, '\r'],
  ]);
});

test('a password is stored as dots, also when its letters appear elsewhere', () => {
  const input = new TypedInput();
  input.type(0, 'sudo ls\r');
  input.show('sudo ls\r\nPassword for diag: ');
  input.type(5, 'pass');
  input.show('p: a message of the system');
  input.type(6, 'word\r');
  input.show('\r\n$ ');
  expect(stored(input)).toBe('sudo ls\r••••••••\r');
});

test('a line that follows a password is stored', () => {
  const input = new TypedInput();
  input.type(0, 'tops3cret\r');
  input.show('\r\n$ ');
  input.type(1, 'exit\r');
  for (const char of 'exit') input.show(char);
  input.show('\r\n');
  expect(stored(input)).toBe('•••••••••\rexit\r');
});

test('a line whose echo is coloured or comes in pieces is stored', () => {
  const input = new TypedInput();
  input.type(0, 'log');
  input.show('\u001b[?25l\u001b[1ml');
  input.show('\u001b[0mog');
  input.type(1, '\r');
  expect(stored(input, 2)).toBe('log\r');
});

test('a line waits for its echo, and is dots without one', () => {
  const input = new TypedInput();
  input.type(0, 'secret\r');
  expect(stored(input, 500)).toBe('');
  expect(stored(input, 1_001)).toBe('••••••\r');
});

test('keys that print nothing are stored as they are', () => {
  const input = new TypedInput();
  input.type(0, '\u001b[A\u0003');
  input.show('[A');
  expect(stored(input)).toBe('\u001b[A\u0003');
});

test('what was typed last is stored at the end of the shell', () => {
  const input = new TypedInput();
  input.type(0, 'ab');
  input.show('a');
  expect(input.take(0)).toEqual([]);
  expect(input.take(0, true)).toEqual([[0, '••']]);
});
