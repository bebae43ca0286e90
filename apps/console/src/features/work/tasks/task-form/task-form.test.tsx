import { deviceCalls, deviceTopic, mapCalls, taskCalls, runCalls } from '@sweepline/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { aLiveDevice } from '../../../../test-kit/a-live-device.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { fakeServer, Refused, renderPage } from '../../../../test-kit/index.ts';
import { aMap, aRun, aTask, ids } from '../a-task.ts';
import { SingleTaskPage } from '../task-list/single-task-page.tsx';
import { TaskDetailPage } from '../task-list/task-detail-page.tsx';

function setUpServer() {
  const server = fakeServer();
  const device = aDevice({ id: ids.device, live: { mapId: ids.map } });
  const place = { mapId: ids.map, x: 0, y: 0, theta: 0, localized: true, score: null };
  server.on(deviceCalls.list, () => ({ list: [device], total: 1 }));
  server.on(deviceCalls.detail, () => ({
    device,
    live: aLiveDevice({ deviceId: device.id, position: { value: place, at: '2030-01-01T00:00:00.000Z' } }),
    openAlarms: [],
    capabilities: [],
  }));
  server.on(mapCalls.list, () => ({ list: [aMap()], total: 1 }));
  server.on(mapCalls.detail, () => aMap());
  server.on(runCalls.list, () => ({ list: [], total: 0 }));
  return server;
}
const search = `deviceId=${ids.device}`;
const at = '2030-01-01T00:00:00.000Z';

test('every empty required field is reported before anything is sent', async () => {
  const server = setUpServer();
  renderPage(<TaskDetailPage />, '/?new=1');
  await userEvent.click(await screen.findByText('Save task'));
  for (const prompt of ['Enter the task name', 'Select a device', 'Select a map', 'Select a cleaning area']) {
    expect(screen.getByText(prompt)).toBeTruthy();
  }
  expect(server.sentTo(taskCalls.create)).toEqual([]);
});

test('a selected device sets its map and its default mode, the button names robot and areas, and the run opens', async () => {
  const server = setUpServer();
  server.on(taskCalls.cleanNow, () => aRun({ state: 'WAITING' }));
  const { router } = renderPage(<SingleTaskPage />, `/?${search}`);
  await userEvent.click(await screen.findByLabelText('Corridor'));
  await userEvent.click(screen.getByLabelText('Hall'));
  await userEvent.click(screen.getByLabelText('Clean Hall earlier'));
  await userEvent.click(screen.getByText('Send Lobby to clean 2 zones'));
  await waitFor(() => expect(router.state.location.search).toBe(`?run=${ids.run}`));
  expect(server.sentTo(taskCalls.cleanNow)).toMatchObject([
    {
      name: 'Hall, Corridor',
      deviceId: ids.device,
      mapId: ids.map,
      zoneIds: ['z1', 'z2'],
      cleaningMode: 'SWEEP',
      strength: 'STANDARD',
    },
  ]);
});

test('a robot that leaves relocation mode while the form is open can be sent', async () => {
  const server = setUpServer();
  const place = { mapId: ids.map, x: 0, y: 0, theta: 0, localized: true, score: null };
  const live = (relocating: boolean) =>
    aLiveDevice({
      deviceId: ids.device,
      position: { value: place, at },
      mode: { value: { mode: 'STANDBY', paused: false, relocating }, at },
    });
  const device = aDevice({ id: ids.device, live: { mapId: ids.map } });
  server.on(deviceCalls.detail, () => ({ device, live: live(true), openAlarms: [], capabilities: [] }));
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <SingleTaskPage />
    </SocketContext>,
    `/?${search}`,
  );
  await userEvent.click(await screen.findByLabelText('Hall'));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Lobby to clean 1 zone' });
  expect(send.disabled).toBe(true);
  expect(screen.getAllByText('In relocation mode')).not.toHaveLength(0);
  act(() => socket.push(deviceTopic(ids.device), { live: live(false), trail: null }));
  await waitFor(() => expect(send.disabled).toBe(false));
});

test('a no-go area is not offered for cleaning', async () => {
  setUpServer();
  renderPage(<SingleTaskPage />, `/?${search}`);
  expect(await screen.findByLabelText('Hall')).toBeTruthy();
  expect(screen.queryByLabelText('Stairs')).toBeNull();
});

test('the server’s refusal of the map is shown at the map field, and the form stays', async () => {
  const server = setUpServer();
  server.on(taskCalls.detail, () => aTask());
  server.on(taskCalls.update, () => {
    throw new Refused('mapDiffers');
  });
  const { router } = renderPage(<TaskDetailPage />, `/?id=${ids.task}&edit=1`);
  await userEvent.type(await screen.findByLabelText('Task name'), '!');
  await userEvent.click(screen.getByText('Save task'));
  const words = 'The task’s map differs from the device’s map, so editing is disallowed';
  await waitFor(() => expect(document.querySelector("[data-field='mapId']")?.textContent).toContain(words));
  expect(screen.queryByText(/^Saved/)).toBeNull();
  expect(router.state.location.search).toBe(`?id=${ids.task}&edit=1`);
});

test('leaving asks for confirmation with unsaved changes only', async () => {
  const server = setUpServer();
  server.on(taskCalls.detail, () => aTask());
  server.on(taskCalls.update, (input) => aTask({ name: input.name, version: 2 }));
  const { router } = renderPage(<TaskDetailPage />, `/?id=${ids.task}&edit=1`);
  await userEvent.type(await screen.findByLabelText('Task name'), ' 2');
  void router.navigate('/elsewhere');
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  await userEvent.click(screen.getByText('Cancel'));
  await userEvent.click(screen.getByText('Save task'));
  await waitFor(() => expect(router.state.location.search).toBe(`?id=${ids.task}`));
  expect(server.sentTo(taskCalls.update)).toMatchObject([
    { id: ids.task, version: 1, name: 'Lobby, mornings 2' },
  ]);
});
