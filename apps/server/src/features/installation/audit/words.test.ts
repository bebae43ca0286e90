import { langs } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { logWords, type Six } from './log-words.ts';
import { writes } from './system-log-handlers.ts';
import { actionText, fieldText, hasText, kindText, tableText } from './words-service.ts';

test.each(writes)('$action has a text: a phrase, or a verb and the noun of its family', ({ action }) => {
  expect(hasText(action), `add ${action} to log-words.json`).toBe(true);
});

test('each family of calls that write has a noun: the filter of the log lists it', () => {
  const families = new Set(writes.map(({ family }) => family));
  expect([...families].filter((family) => !(family in logWords.nouns))).toEqual([]);
});

test('every text exists in six languages and differs from English', () => {
  // Texts that are the same in other languages.
  const alike = new Set([
    'video',
    'SN',
    'Name',
    'Status',
    'Region',
    'alarm',
    'app',
    'Token',
    'E-mail',
    'Text',
    'Tags',
    'rollout',
    'webhook',
    'Rollout',
  ]);
  const all = Object.values(logWords).flatMap((words: Record<string, Six>) => Object.entries<Six>(words));
  const faulty = all.filter(
    ([, six]) =>
      six.length !== langs.length ||
      six.some((text) => text.trim() === '') ||
      six.slice(1).some((text) => text.toLowerCase() === six[0].toLowerCase() && !alike.has(six[0])),
  );
  expect(faulty).toEqual([]);
});

test('verb and noun are joined in the order of each language', () => {
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

test('a call or a column without a text is shown by its name', () => {
  expect(actionText('gates.openWide', 'en')).toBe('Open wide · Gates');
  expect(actionText('tasks.openWide', 'zh-cn')).toBe('Open wide · 任务');
  expect(actionText(null, 'en')).toBe('Interrupted');
  expect(fieldText('door_width_m', 'ja')).toBe('Door width m');
  expect(fieldText('nickname', 'ge')).toBe('Name');
});

test('a table has its own text or that of its family', () => {
  expect([tableText('devices', 'en'), tableText('chat_users', 'en'), tableText('commands', 'ge')]).toEqual([
    'Device',
    'Messaging-app user',
    'Befehl',
  ]);
  expect(kindText('tasks', 'ja')).toBe('タスク');
});
