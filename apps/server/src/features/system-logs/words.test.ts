import { langs } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { logWords, type Six } from './log-words.ts';
import { writes } from './system-log-handlers.ts';
import { actionText, fieldText, isWorded, kindText, tableText } from './words-service.ts';

test.each(writes)('$action has words: a phrase, or a verb and the noun of its family', ({ action }) => {
  expect(isWorded(action), `add ${action} to log-words.json`).toBe(true);
});

test('every word is there in six languages and none is left in English by accident', () => {
  // Written alike everywhere, or borrowed.
  const alike = new Set(['SN', 'Name', 'Status', 'Region', 'alarm', 'Token', 'E-mail', 'Text']);
  const all = Object.values(logWords).flatMap((words: Record<string, Six>) => Object.entries<Six>(words));
  const faulty = all.filter(
    ([, six]) =>
      six.length !== langs.length ||
      six.some((text) => text.trim() === '') ||
      six.slice(1).some((text) => text.toLowerCase() === six[0].toLowerCase() && !alike.has(six[0])),
  );
  expect(faulty).toEqual([]);
});

test('verb and noun make a phrase as each language puts them', () => {
  expect(langs.map((lang) => actionText('tasks.create', lang))).toEqual([
    'Created task',
    '新建任务',
    '新增任務',
    'タスクを作成',
    '작업 생성',
    'Auftrag angelegt',
  ]);
  expect(actionText('auth.login', 'ge')).toBe('Angemeldet');
});

test('a call without words is said by its name, and an unknown column too', () => {
  expect(actionText('doors.openWide', 'en')).toBe('Open wide · Doors');
  expect(actionText('tasks.openWide', 'zh-cn')).toBe('Open wide · 任务');
  expect(actionText(null, 'en')).toBe('Interrupted');
  expect(fieldText('door_width_m', 'ja')).toBe('Door width m');
  expect(fieldText('nickname', 'ge')).toBe('Rufname');
});

test('a changed row is called what its family is called', () => {
  expect([tableText('devices', 'en'), tableText('chat_users', 'en'), tableText('commands', 'ge')]).toEqual([
    'Device',
    'Messaging-app user',
    'Befehl',
  ]);
  expect(kindText('tasks', 'ja')).toBe('タスク');
});
