import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { alarmCodes, rejectReasons, replyCodes } from './codes.ts';
import { downMessages, upMessages } from './messages.ts';
import { bundleMeta } from './map-bundle.ts';
import { deviceModes, modes, runPhases } from './modes-phases.ts';
import { settingKeys, settings } from './settings.ts';
import { downTopics, upTopics } from './topics.ts';
import { commandTypes } from './vendor-down.ts';
import { durable, header } from './wire.ts';
import { activationAnswer, activationRequest } from './activation.ts';

const folder = resolve(import.meta.dirname, '../../../../docs/protocol');
const pageNames = readdirSync(folder).filter((file) => file.endsWith('.md'));
const pages = new Map(pageNames.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const page = (name: string) => pages.get(name)!;

/** The rows of the first table under a heading, as their cells, without its first two lines. */
function tableUnder(text: string, heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}
const firstCells = (name: string, heading: string) => tableUnder(page(name), heading).map(([cell]) => cell);

const anchorsOf = (text: string) =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pageNames)('every link of %s leads to a file, and every anchor to a heading', (name) => {
  const links = [...page(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const local = links.filter((target) => !target.startsWith('http'));
  const broken = local.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(folder, name) : join(folder, path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('the index names every page', () => {
  for (const name of pageNames) if (name !== 'README.md') expect(page('README.md')).toContain(`](${name})`);
});

test('every example on a page is the one in the folder of examples', () => {
  const blocks = [...pages.values()].flatMap((text) => [
    ...text.matchAll(/```json ([\w-]+)\n([\s\S]*?)```/g),
  ]);
  expect(blocks.length).toBeGreaterThan(20);
  for (const [, name = '', text = ''] of blocks)
    expect(JSON.parse(text), name).toEqual(
      JSON.parse(readFileSync(join(folder, 'examples', `${name}.json`), 'utf8')),
    );
});

describe('a table of fields has every field of its message, and no other', () => {
  const common = new Set([...Object.keys(header), ...Object.keys(durable)]);
  const own = (shape: object) => Object.keys(shape).filter((field) => !common.has(field));
  const { v3: up } = upMessages;
  const { v3: down } = downMessages;

  test.each([
    ['telemetry.md', 'xTelemetry', ['bootId', ...own(up.xTelemetry.shape)]],
    ['telemetry.md', 'xReported', ['bootId', ...own(up.xReported.shape)]],
    ['orders.md', 'xTask', own(up.xTask.shape)],
    ['orders.md', 'xReport', own(up.xReport.shape)],
    ['alarms.md', 'xAlarm', own(up.xAlarm.shape)],
    ['maps.md', 'xMap', own(up.xMap.shape)],
    ['files.md', 'Jobs', own(up.xJob.shape)],
    ['drive.md', 'xDrive', ['seq', ...own(down.xDrive.shape)]],
    ['drive.md', 'xDriveAck', own(up.xDriveAck.shape)],
    ['commands.md', 'xCommand', own(down.xCommand.shape)],
    ['commands.md', 'xReply', own(up.xReply.shape)],
    ['journal.md', 'Acknowledgement', own(down.xAck.shape)],
    ['settings.md', 'Desired and reported', own(down.xDesired.shape)],
    ['credentials.md', 'Activation', Object.keys(activationRequest.shape)],
    ['topics.md', 'Envelope', Object.keys(header)],
  ])('%s, %s', (name, heading, fields) => {
    expect(firstCells(name, heading).toSorted()).toEqual(fields.toSorted());
  });

  test('the answer to an activation and the description of a map bundle name every field', () => {
    for (const field of Object.keys(activationAnswer.shape))
      expect(page('credentials.md')).toContain(`| \`${field}\``);
    for (const field of Object.keys(bundleMeta.shape)) expect(page('maps.md')).toContain(`| \`${field}\``);
  });
});

const sizeText = (bytes: number) => (bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MB` : `${bytes / 1024} KB`);

test('the page on topics has every topic with its direction, QoS, retain flag and size', () => {
  const rows = [
    ...Object.entries(upTopics).map(([name, rule]) => ({ name, ...rule, direction: 'up' })),
    ...Object.entries(downTopics).map(([name, rule]) => ({ name, ...rule, direction: 'down' })),
  ].map(({ name, direction, qos, retain, maxBytes }) => [
    ...[name, direction, String(qos), retain ? 'yes' : 'no', sizeText(maxBytes)],
  ]);
  const vda = tableUnder(page('topics.md'), 'VDA 5050 topics').map((cells) => cells.slice(0, 5));
  const vendor = tableUnder(page('topics.md'), 'Vendor topics').map((cells) => [
    ...cells.slice(0, 4),
    '64 KB',
  ]);
  expect([...vda, ...vendor].toSorted()).toEqual(rows.toSorted());
});

test('the page on codes has every result code, alarm code and reason of refusal', () => {
  expect(firstCells('codes.md', 'Result codes')).toEqual([...replyCodes]);
  expect(tableUnder(page('codes.md'), 'Alarm codes')).toEqual(
    Object.entries(alarmCodes).map(([code, { level, type, text, forbids }]) => [
      code,
      String(level),
      type,
      text,
      forbids.join(', ').toLowerCase(),
    ]),
  );
  for (const name of ['codes.md', 'errors.md'])
    expect(firstCells(name, 'Refused messages'), name).toEqual([...rejectReasons]);
});

test('the pages on telemetry and orders have every mode, with what VDA 5050 calls it, and every phase', () => {
  const rows = tableUnder(page('telemetry.md'), 'Modes');
  expect(rows.map(([mode]) => mode)).toEqual([...deviceModes]);
  for (const [mode, , , pausable, operatingMode = ''] of rows) {
    const rule = modes[mode as keyof typeof modes];
    expect(pausable, mode).toBe(rule.pausable ? 'yes' : 'no');
    expect(operatingMode, mode).toMatch(
      mode === 'ERROR' ? /^unchanged$/ : new RegExp(`^${rule.operatingMode}\\b`),
    );
  }
  expect(firstCells('orders.md', 'Phases')).toEqual([...runPhases]);
});

test('the page on settings has every key, and which model has it', () => {
  const rows = tableUnder(page('settings.md'), 'Catalogue of settings');
  expect(rows.map(([key]) => key)).toEqual([...settingKeys]);
  for (const [key, , , ...marks] of rows) {
    const { of } = settings[key as keyof typeof settings];
    const models = ['J20', 'J30', 'J40'].filter((_, i) => marks[i] === '●');
    expect(Object.keys(of).toSorted(), key).toEqual(models);
  }
});

test('the page on commands has the types and their times as the catalogue has them, and only known codes', () => {
  const span = (ms: number) => (ms % 86_400_000 === 0 ? `${ms / 86_400_000} d` : `${ms / 1000} s`);
  const rows = Object.entries(commandTypes).map(([type, { lane, class: kind, ttlMs, timeoutMs }]) => [
    ...[type, lane, kind.toLowerCase(), span(ttlMs), String(timeoutMs)],
  ]);
  expect(tableUnder(page('commands.md'), 'Types')).toEqual(rows);
  const codes = firstCells('commands.md', 'Reply codes');
  expect(replyCodes).toEqual(expect.arrayContaining(codes));
  expect(codes).toContain('EXPIRED');
});
