import { expect, test } from 'vitest';
import { pages } from './pages.ts';

test('an address has an encoded parameter for every value and none for a missing value', () => {
  expect(pages.device({ id: 'a b', action: undefined })).toBe('/device/detail?id=a+b');
  expect(pages.devices({ state: 'ONLINE', mode: ['WORKING', 'CHARGING'] })).toBe(
    '/deviceManage/list?state=ONLINE&mode=WORKING&mode=CHARGING',
  );
});

test('an address without parameters is the path of the page', () => {
  expect(pages.tasks()).toBe('/dataManage/taskList');
  expect(pages.tasks.path).toBe('/dataManage/taskList');
});
