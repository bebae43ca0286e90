import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptySection,
  hashOf,
  stepSection,
  syncTimeoutMs,
  type Document,
  type Section,
  type SectionEvent,
} from './section-rules.ts';

const after = (...events: SectionEvent[]) =>
  events.reduce<Section>((section, event) => stepSection(section, event).next, emptySection);

const first: SectionEvent = { kind: 'pushed', baseVersion: 0, document: { volume: 60 } };
const edit: SectionEvent = { kind: 'edited', document: { volume: 30 } };
const published: SectionEvent = { kind: 'published', atMs: 1000 };
const report = (version: number, document: Document, status = 'APPLIED', code = ''): SectionEvent => ({
  kind: 'reported',
  report: { version, hash: hashOf(document), status, code },
});

test('a cloud edit awaits, is under way when it was published, and is there when the robot said so', () => {
  expect(after(first, edit)).toMatchObject({ state: 'AWAITING_SYNC', version: 2 });
  expect(after(first, edit, published)).toMatchObject({ state: 'SYNCING', syncingSinceMs: 1000 });
  const done = after(first, edit, published, report(2, { volume: 30 }));
  expect(done).toMatchObject({ state: 'IN_SYNC', reportedDocument: { volume: 30 } });
});

test('version and hash both must be equal', () => {
  expect(after(first, edit, published, report(1, { volume: 30 })).state).toBe('SYNCING');
  expect(after(first, edit, published, report(2, { volume: 60 })).state).toBe('SYNCING');
});

test('what the robot cannot take over fails with its code, and goes out again when a person says so or edits', () => {
  const failed = after(first, edit, published, report(2, { volume: 30 }, 'FAILED', 'BAD_PARAMS'));
  expect(failed).toMatchObject({ state: 'SYNC_FAILED', code: 'BAD_PARAMS' });
  expect(stepSection(failed, { kind: 'retried' }).next).toMatchObject({ state: 'AWAITING_SYNC', code: '' });
  expect(stepSection(failed, edit).next).toMatchObject({ state: 'AWAITING_SYNC', version: 3 });
});

test('a robot that goes away, or says nothing for ten minutes, is sent it again', () => {
  const syncing = after(first, edit, published);
  expect(stepSection(syncing, { kind: 'offline' }).next.state).toBe('AWAITING_SYNC');
  const later = (ms: number) => stepSection(syncing, { kind: 'tick', atMs: 1000 + ms }).next.state;
  expect([later(syncTimeoutMs - 1), later(syncTimeoutMs)]).toEqual(['SYNCING', 'AWAITING_SYNC']);
});

test('an edit at the robot on the present version becomes the next one', () => {
  const pushed: SectionEvent = { kind: 'pushed', baseVersion: 1, document: { volume: 10 } };
  expect(after(first, pushed)).toMatchObject({ state: 'IN_SYNC', version: 2, document: { volume: 10 } });
  expect(after(first, pushed, pushed).version).toBe(2);
});

test('an edit at the robot on an older version is kept as a copy, and the cloud’s stays', () => {
  const step = stepSection(after(first, edit), { kind: 'pushed', baseVersion: 1, document: { volume: 10 } });
  expect(step.conflict).toMatchObject({ baseVersion: 1, document: { volume: 10 } });
  expect(step.next).toMatchObject({ version: 2, document: { volume: 30 }, state: 'AWAITING_SYNC' });
});

test('the first word of a robot is no conflict: what was wished before goes on top of it', () => {
  const step = stepSection(after(edit), {
    kind: 'pushed',
    baseVersion: 0,
    document: { volume: 60, overlap: 1 },
  });
  expect(step.conflict).toBeUndefined();
  expect(step.next).toMatchObject({ document: { volume: 30, overlap: 1 }, state: 'AWAITING_SYNC' });
});

test('a robot that was set back is told again', () => {
  const done = after(first, edit, published, report(2, { volume: 30 }));
  expect(stepSection(done, report(0, { volume: 60 })).next.state).toBe('AWAITING_SYNC');
  expect(stepSection(done, report(2, { volume: 9 }, 'LOCAL')).next.state).toBe('IN_SYNC');
});

test('a PIN is forgotten as soon as the robot has it', () => {
  const document = { screenLock: { enabled: true, pin: '4711' } };
  const done = after(first, { kind: 'edited', document }, published, report(2, document));
  expect(done.document).toEqual({ screenLock: { enabled: true } });
  expect(JSON.stringify(done)).not.toContain('4711');
  expect(done).toMatchObject({ version: 3, state: 'AWAITING_SYNC' });
});

/** A robot as protocol 2.1.4 describes it, over a line that loses everything while it is down. */
function world() {
  let section = after(first);
  const robot = { version: 1, document: { volume: 60 } as Document, local: false };
  let online = true;
  const kept = new Set<string>();
  const step = (event: SectionEvent) => {
    const before = section;
    const done = stepSection(section, event);
    section = done.next;
    expect(section.version).toBeGreaterThanOrEqual(before.version);
    if (done.conflict) kept.add(done.conflict.hash);
    if (done.next.version > before.version) kept.add(done.next.hash);
    kept.add(section.hash);
    return done;
  };
  const tell = () => {
    const { version, document, local } = robot;
    if (online) step(report(version, document, local ? 'LOCAL' : 'APPLIED'));
  };
  const push = () => {
    if (!online || !robot.local) return;
    const { version, document } = robot;
    step({ kind: 'pushed', baseVersion: version, document });
    expect(kept).toContain(hashOf(document));
    robot.local = false;
    send();
  };
  const send = () => {
    if (!online) return;
    // Its own edit goes out first, so that a copy of it is kept whoever wins.
    if (robot.local && section.version > robot.version) push();
    if (robot.local) return;
    Object.assign(robot, { version: section.version, document: section.document });
    tell();
  };
  return {
    cloud: (volume: number) => void step({ kind: 'edited', document: { ...section.document, volume } }),
    local: (volume: number) => {
      robot.document = { ...robot.document, volume };
      robot.local = true;
    },
    lose: () => {
      online = false;
      step({ kind: 'offline' });
    },
    find: () => void (online = true),
    publish: () => {
      if (!online || section.state !== 'AWAITING_SYNC') return;
      step({ kind: 'published', atMs: 0 });
      send();
    },
    tell,
    push,
    settle() {
      online = true;
      for (let i = 0; i < 4; i++) {
        this.push();
        this.tell();
        this.publish();
      }
      return { section, robot };
    },
  };
}

test('in whatever order both sides edit, lose and find each other, they end alike and no pushed edit is lost', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constantFrom('cloud' as const, 'local' as const),
      volume: fc.integer({ min: 0, max: 100 }),
    }),
    fc.record({
      do: fc.constantFrom(
        'lose' as const,
        'find' as const,
        'publish' as const,
        'tell' as const,
        'push' as const,
      ),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const it = world();
      for (const one of steps) {
        if (one.do === 'cloud' || one.do === 'local') it[one.do]((one as { volume: number }).volume);
        else it[one.do]();
      }
      const { section, robot } = it.settle();
      expect(section.state).toBe('IN_SYNC');
      expect(robot.local).toBe(false);
      expect(hashOf(robot.document)).toBe(section.hash);
    }),
    { numRuns: 2000 },
  );
});
