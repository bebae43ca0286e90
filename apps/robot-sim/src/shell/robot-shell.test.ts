import { expect, test, vi } from 'vitest';
import { aComputer } from '../test-kit/computers.ts';
import { RobotShell } from './robot-shell.ts';

function aShell() {
  const { computer } = aComputer('J30', 1);
  const shell = { text: '', exits: 0 };
  const now = () => Date.parse('2026-11-20T08:00:00.000Z');
  const robotShell = new RobotShell({
    robot: computer.robot,
    log: { newest: (count) => [`the newest ${count}`] },
    versions: () => ({ robot: '3.4.1' }),
    now,
    user: 'diag',
    rows: 24,
    write: (text) => (shell.text += text),
    exit: () => shell.exits++,
  });
  const type = (text: string) => {
    const before = shell.text.length;
    robotShell.input(Buffer.from(text));
    return shell.text.slice(before);
  };
  return { shell, robotShell, type };
}
const prompt = 'diag@J30C0001:~$ ';

test('it greets with a prompt, echoes what is typed, and runs a line', () => {
  const { shell, type } = aShell();
  expect(shell.text).toContain(`\r\n${prompt}`);
  expect(type('whoami')).toBe('whoami');
  expect(type('\r')).toBe(`\r\ndiag\r\n${prompt}`);
  expect(type('nonsense\r')).toContain('nonsense: command not found');
});

test('a line is edited with backspace and left with Ctrl-C', () => {
  const { type } = aShell();
  expect(type('whox\u007fami\r')).toBe(`whox\b \bami\r\ndiag\r\n${prompt}`);
  expect(type('\u007f')).toBe('');
  expect(type('abc\u0003')).toBe(`abc^C\r\n${prompt}`);
  expect(type('\u001b[A\r')).toBe(`\r\n${prompt}`);
});

test('exit and Ctrl-D on an empty line leave the shell', () => {
  const { shell, type } = aShell();
  type('a\u0004');
  expect(shell.exits).toBe(0);
  type('\u0003\u0004');
  expect(shell.exits).toBe(1);
  type('exit\r');
  expect(shell.exits).toBe(2);
});

test('sudo asks for a password, does not echo it, and runs the command as root', () => {
  const { type } = aShell();
  expect(type('sudo whoami\r')).toBe('sudo whoami\r\n[sudo] password for diag: ');
  expect(type('s3cret')).toBe('');
  expect(type('\r')).toBe(`\r\nroot\r\n${prompt}`);
  expect(type('whoami\r')).toContain('diag');
  type('sudo whoami\r');
  expect(type('\r')).toBe('\r\nSorry, try again.\r\n[sudo] password for diag: ');
  expect(type('\u0003')).toContain(prompt);
});

test.each([
  ['help', 'uptime'],
  ['uptime', 'load average'],
  ['df', '/dev/mmcblk0p2'],
  ['ps', 'navigation'],
  ['log 5', 'the newest 5'],
  ['version', 'robot 3.4.1'],
])('%s says something of the robot', (command, text) => {
  expect(aShell().type(`${command}\r`)).toContain(text);
});

test('top shows the processes again every second, until q', () => {
  vi.useFakeTimers();
  try {
    const { shell, type, robotShell } = aShell();
    const screens = () => shell.text.split('navigation').length - 1;
    type('top\r');
    expect(screens()).toBe(1);
    vi.advanceTimersByTime(3_000);
    expect(screens()).toBe(4);
    expect(type('xq')).toBe(prompt);
    vi.advanceTimersByTime(3_000);
    expect(screens()).toBe(4);
    type('top\r');
    robotShell.close();
    vi.advanceTimersByTime(3_000);
    expect(screens()).toBe(5);
  } finally {
    vi.useRealTimers();
  }
});
