import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderDisk, memoryDisk } from './disk.ts';
import { Journal } from './journal.ts';

const second = 1000;
const minute = 60 * second;
const bootId = '5f2c1d34-8f0b-4a7e-9a55-3c1b2a190807';

test('at most twenty entries are in flight, in the order in which they were added', () => {
  const journal = new Journal(memoryDisk(), bootId);
  for (let i = 0; i < 30; i++) journal.add('xTask', { i }, 0);
  const first = journal.due(0);
  expect(first.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(journal.due(second)).toEqual([]);
  journal.acknowledge(first.slice(0, 5).map(({ msgId }) => msgId));
  expect(journal.due(2 * second).map(({ seq }) => seq)).toEqual([21, 22, 23, 24, 25]);
});

test('an unacknowledged entry is resent after 30, 60 and 120 s, then every ten minutes, with the same id', () => {
  const journal = new Journal(memoryDisk(), bootId);
  const { msgId } = journal.add('xAlarm', {}, 0);
  const sentAt: number[] = [];
  for (let ms = 0; ms <= 40 * minute; ms += second) {
    for (const entry of journal.due(ms)) {
      expect(entry.msgId).toBe(msgId);
      sentAt.push(ms / second);
    }
  }
  expect(sentAt).toEqual([0, 30, 90, 210, 810, 1410, 2010]);
});

test('a new connection resends all entries in flight', () => {
  const journal = new Journal(memoryDisk(), bootId);
  const ids = [journal.add('xTask', { i: 0 }, 0), journal.add('xTask', { i: 1 }, 0)].map(
    ({ msgId }) => msgId,
  );
  journal.due(0);
  journal.reconnected();
  expect(journal.due(second).map(({ msgId }) => msgId)).toEqual(ids);
});

test('a journal reopened by another process has its unacknowledged entries and continues the sequence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  try {
    const before = new Journal(folderDisk(folder), bootId);
    const open = before.add('xReport', { runId: 'a' }, 0);
    const acknowledged = before.add('xTask', { runId: 'a' }, 0);
    before.acknowledge([acknowledged.msgId]);
    const after = new Journal(folderDisk(folder), bootId);
    expect(after.due(0)).toEqual([open]);
    expect(after.add('xTask', {}, 0).seq).toBe(3);
    after.acknowledge([open.msgId]);
    const third = new Journal(folderDisk(folder), bootId);
    expect(third.size).toBe(1);
    expect(third.add('xTask', {}, 0).seq).toBe(4);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a full journal drops progress entries first and reports last', () => {
  const journal = new Journal(memoryDisk(), bootId);
  const report = journal.add('xReport', {}, 0);
  const phase = journal.add('xTask', { phase: 'CLEANING' }, 0);
  for (let i = 0; i < 9998; i++) journal.add('xTask', { i }, 0, true);
  expect(journal.dropped).toBe(0);
  for (let i = 0; i < 5; i++) journal.add('xAlarm', {}, 0);
  expect(journal.dropped).toBe(5);
  expect(journal.size).toBe(10_000);
  expect(
    journal
      .due(0)
      .slice(0, 3)
      .map(({ seq }) => seq),
  ).toEqual([report.seq, phase.seq, 8]);
});
