import { aiImageCalls, pages, permissions, type AiImageDetail, type AiShape } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, Refused, renderPage, userWith } from '../../../../test-kit/index.ts';
import { AnnotatePage } from './annotate-page.tsx';

const id = (n: number) => `01900000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const image: AiImageDetail = {
  id: id(1),
  projectId: id(2),
  projectName: 'Stains',
  companyId: id(3),
  companyName: 'Mall',
  siteId: id(4),
  siteName: 'Hall',
  deviceId: id(5),
  deviceName: 'Otter',
  camera: 'DOWN',
  takenAt: '2029-12-31T10:00:00.000Z',
  mapId: null,
  runId: null,
  x: null,
  y: null,
  theta: null,
  width: 640,
  height: 360,
  bytes: 40_000,
  facesBlurred: true,
  similarToId: null,
  state: 'NEW',
  labelState: 'UNLABELLED',
  revision: 0,
  labelledBy: '',
  labelledAt: null,
  classIds: [],
  classes: [
    { id: 'liquid', name: 'Liquid', colour: '#2563eb', key: '1' },
    { id: 'paper', name: 'Paper', colour: '#d97706', key: '2' },
  ],
  shapes: [],
  note: '',
};

/** A server that stores labels, and refuses those of an older revision. */
function world(now: AiImageDetail = image) {
  const server = fakeServer();
  let present = now;
  server.on(aiImageCalls.detail, () => present);
  server.on(aiImageCalls.list, () => ({ list: [present, { ...present, id: id(9) }], total: 2 }));
  server.on(aiImageCalls.picture, () => new Uint8Array([1]));
  server.on(aiImageCalls.label, ({ revision, shapes }) => {
    if (revision !== present.revision) throw new Refused('aiLabelsChanged');
    const labelState = shapes.length > 0 ? 'LABELLED' : 'UNLABELLED';
    present = { ...present, shapes, labelState, revision: revision + 1, labelledBy: 'wei' };
    return present;
  });
  return {
    server,
    /** Another person saves meanwhile. */
    changedBy: (labelledBy: string, shapes: AiShape[]) => {
      present = { ...present, shapes, labelledBy, revision: present.revision + 1 };
    },
  };
}
const at = () => pages.aiAnnotate({ id: image.id });
const box = { kind: 'BOX', classId: 'paper' };

test('a box is drawn by keyboard, saved at once, and undone', async () => {
  const { server } = world();
  renderPage(<AnnotatePage />, at());
  expect(await screen.findByText('Nothing marked yet')).toBeTruthy();
  await userEvent.keyboard('2 {ArrowRight}{ArrowRight}{ArrowDown} ');
  expect(await screen.findByText('Labelled')).toBeTruthy();
  expect(server.sentTo(aiImageCalls.label)).toMatchObject([{ id: image.id, revision: 0, shapes: [box] }]);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Not labelled')).toBeTruthy();
  expect(server.sentTo(aiImageCalls.label).at(-1)).toMatchObject({ revision: 1, shapes: [] });
});

test('a polygon closes with Enter, tiles toggle, and the whole image gets a class', async () => {
  const { server } = world();
  renderPage(<AnnotatePage />, at());
  await screen.findByText('Nothing marked yet');
  await userEvent.keyboard('{Shift>}P{/Shift} {ArrowRight} {ArrowDown} {Enter}');
  await userEvent.keyboard('{Shift>}T{/Shift} {Shift>}I{/Shift}{Enter}');
  await screen.findByText('Whole image', { selector: 'small' });
  const kinds = (server.sentTo(aiImageCalls.label).at(-1) as { shapes: AiShape[] }).shapes.map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(['POLYGON', 'TILES', 'IMAGE']);
});

test('labels that another person saved meanwhile are offered beside the own ones', async () => {
  const { server, changedBy } = world();
  renderPage(<AnnotatePage />, at());
  await screen.findByText('Nothing marked yet');
  changedBy('lena', []);
  await userEvent.keyboard('2 {ArrowRight}{ArrowDown} ');
  expect(await screen.findByText(/lena saved this image/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  expect(await screen.findByText('Labelled')).toBeTruthy();
  expect(server.sentTo(aiImageCalls.label).at(-1)).toMatchObject({ revision: 1, shapes: [box] });
});

test('the next image is read ahead and opened by a key', async () => {
  const { server } = world();
  renderPage(<AnnotatePage />, at());
  expect(await screen.findByText('1 / 2')).toBeTruthy();
  expect(server.sentTo(aiImageCalls.picture)).toContainEqual({ id: id(9) });
  await userEvent.keyboard('{PageDown}');
  expect(server.sentTo(aiImageCalls.detail)).toContainEqual({ id: id(9) });
});

test('an account that may only look has no tools', async () => {
  world();
  renderPage(<AnnotatePage />, at(), userWith(permissions.aiImages));
  await screen.findByText('Nothing marked yet');
  expect(screen.queryByRole('button', { name: 'Polygon' })).toBeNull();
});
