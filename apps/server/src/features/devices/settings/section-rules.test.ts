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

test('an edit on the server awaits sync, is SYNCING when published and IN_SYNC when applied', () => {
  expect(after(first, edit)).toMatchObject({ state: 'AWAITING_SYNC', version: 2 });
  expect(after(first, edit, published)).toMatchObject({ state: 'SYNCING', syncingSinceMs: 1000 });
  const done = after(first, edit, published, report(2, { volume: 30 }));
  expect(done).toMatchObject({ state: 'IN_SYNC', reportedDocument: { volume: 30 } });
});

test('a report of another version or hash does not complete the sync', () => {
  expect(after(first, edit, published, report(1, { volume: 30 })).state).toBe('SYNCING');
  expect(after(first, edit, published, report(2, { volume: 60 })).state).toBe('SYNCING');
});

test('a FAILED report fails the sync with its code, and a retry or an edit sends again', () => {
  const failed = after(first, edit, published, report(2, { volume: 30 }, 'FAILED', 'BAD_PARAMS'));
  expect(failed).toMatchObject({ state: 'SYNC_FAILED', code: 'BAD_PARAMS' });
  expect(stepSection(failed, { kind: 'retried' }).next).toMatchObject({ state: 'AWAITING_SYNC', code: '' });
  expect(stepSection(failed, edit).next).toMatchObject({ state: 'AWAITING_SYNC', version: 3 });
});

test('a section is sent again when its robot is offline or silent for ten minutes', () => {
  const syncing = after(first, edit, published);
  expect(stepSection(syncing, { kind: 'offline' }).next.state).toBe('AWAITING_SYNC');
  const later = (ms: number) => stepSection(syncing, { kind: 'tick', atMs: 1000 + ms }).next.state;
  expect([later(syncTimeoutMs - 1), later(syncTimeoutMs)]).toEqual(['SYNCING', 'AWAITING_SYNC']);
});

test('an edit at the robot on the current version becomes the next version', () => {
  const pushed: SectionEvent = { kind: 'pushed', baseVersion: 1, document: { volume: 10 } };
  expect(after(first, pushed)).toMatchObject({ state: 'IN_SYNC', version: 2, document: { volume: 10 } });
  expect(after(first, pushed, pushed).version).toBe(2);
});

test('an edit at the robot on an older version becomes a conflict, and the server’s document stays', () => {
  const step = stepSection(after(first, edit), { kind: 'pushed', baseVersion: 1, document: { volume: 10 } });
  expect(step.conflict).toMatchObject({ baseVersion: 1, document: { volume: 10 } });
  expect(step.next).toMatchObject({ version: 2, document: { volume: 30 }, state: 'AWAITING_SYNC' });
});

test('the first push of a robot is merged below earlier edits and is no conflict', () => {
  const step = stepSection(after(edit), {
    kind: 'pushed',
    baseVersion: 0,
    document: { volume: 60, overlap: 1 },
  });
  expect(step.conflict).toBeUndefined();
  expect(step.next).toMatchObject({ document: { volume: 30, overlap: 1 }, state: 'AWAITING_SYNC' });
});

test('the first edit at a robot that has applied a version is an edit, and its value stays', () => {
  const applied = after(edit, published, report(1, { volume: 30 }));
  const step = stepSection(applied, { kind: 'pushed', baseVersion: 1, document: { volume: 44 } });
  expect(step.conflict).toBeUndefined();
  expect(step.next).toMatchObject({ version: 2, document: { volume: 44 }, state: 'IN_SYNC' });
});

test('the first edit at a robot on an outdated version is a conflict', () => {
  const changed: SectionEvent = { kind: 'edited', document: { volume: 31 } };
  const section = after(edit, published, report(1, { volume: 30 }), changed);
  const step = stepSection(section, { kind: 'pushed', baseVersion: 1, document: { volume: 44 } });
  expect(step.conflict).toMatchObject({ document: { volume: 44 } });
  expect(step.next).toMatchObject({ version: 2, document: { volume: 31 } });
});

test('a robot with an older version is sent the section again', () => {
  const done = after(first, edit, published, report(2, { volume: 30 }));
  expect(stepSection(done, report(0, { volume: 60 })).next.state).toBe('AWAITING_SYNC');
  expect(stepSection(done, report(2, { volume: 9 }, 'LOCAL')).next.state).toBe('IN_SYNC');
});

test('a PIN is deleted when the robot has applied it', () => {
  const document = { screenLock: { enabled: true, pin: '4711' } };
  const done = after(first, { kind: 'edited', document }, published, report(2, document));
  expect(done.document).toEqual({ screenLock: { enabled: true } });
  expect(JSON.stringify(done)).not.toContain('4711');
  expect(done).toMatchObject({ version: 3, state: 'AWAITING_SYNC' });
});

/** A simulated robot that follows docs/protocol/settings.md, with a connection that loses messages while it is down. */
function createWorld() {
  let section = after(first);
  const robot = { version: 1, document: { volume: 60 } as Document, local: false };
  let online = true;
  const storedHashes = new Set<string>();
  const step = (event: SectionEvent) => {
    const before = section;
    const done = stepSection(section, event);
    section = done.next;
    expect(section.version).toBeGreaterThanOrEqual(before.version);
    if (done.conflict) storedHashes.add(done.conflict.hash);
    if (done.next.version > before.version) storedHashes.add(done.next.hash);
    storedHashes.add(section.hash);
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
    expect(storedHashes).toContain(hashOf(document));
    robot.local = false;
    send();
  };
  const send = () => {
    if (!online) return;
    // The robot pushes its own edit first, so that the edit is stored even if it loses.
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

test('after any order of edits and connection losses both sides are equal and no pushed edit is lost', () => {
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
      const world = createWorld();
      for (const action of steps) {
        if (action.do === 'cloud' || action.do === 'local')
          world[action.do]((action as { volume: number }).volume);
        else world[action.do]();
      }
      const { section, robot } = world.settle();
      expect(section.state).toBe('IN_SYNC');
      expect(robot.local).toBe(false);
      expect(hashOf(robot.document)).toBe(section.hash);
    }),
    { numRuns: 2000 },
  );
});
