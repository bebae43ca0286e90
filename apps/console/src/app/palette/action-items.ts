import {
  langs,
  otaTaskCalls,
  pages,
  taskCalls,
  workOrderCalls,
  type Call,
  type Lang,
} from '@sweepline/contract';
import type { TFunction } from 'i18next';
import { may } from '../../kit/api/may.ts';
import { session } from '../../kit/api/session.ts';
import { chooseLang, currentLang, langNames } from '../../kit/format/lang.ts';
import { keyList } from '../../kit/keys/page-keys.ts';
import { chooseTheme, themeChoice, type ThemeChoice } from '../../kit/ui/use-theme.ts';
import { endView } from '../../shared/people/impersonation.ts';
import { requestSignOut } from '../shell/sign-out.ts';
import type { PaletteItem } from './palette-item.ts';

type Texts = TFunction<'palette'>;
type ShellTexts = TFunction<'app'>;
type Action = Omit<PaletteItem, 'group'>;

const themes = ['light', 'dark', 'system'] as const satisfies readonly ThemeChoice[];
const themeIcons = { light: 'sun', dark: 'moon', system: 'system' } as const;

/** In English, so that each is also found by readers of the English manual. */
const english = {
  newTask: ['new task', 'create task', 'start cleaning'],
  newRollout: ['new rollout', 'update robots', 'create update task', 'ota'],
  newWorkOrder: ['new work order', 'create work order', 'report fault'],
  knowledge: ['knowledge base', 'help articles', 'remedy', 'faq'],
  keys: ['keyboard shortcuts', 'help'],
  signOut: ['sign out', 'log out', 'logout'],
  theme: { light: ['light mode'], dark: ['dark mode', 'night'], system: ['system theme'] },
  lang: {
    en: 'english',
    'zh-cn': 'simplified chinese',
    'zh-cw': 'traditional chinese',
    ja: 'japanese',
    ko: 'korean',
    ge: 'german',
  } satisfies Record<Lang, string>,
};

/** What the user may do from everywhere. */
export function actionItems(t: Texts, shell: ShellTexts): PaletteItem[] {
  const allowed = (call: Call, action: Action) => (may(call.allow) ? [action] : []);
  const viewed = session.user()?.viewer !== undefined;
  const actions: Action[] = [
    ...allowed(taskCalls.create, {
      key: 'do newTask',
      icon: 'plus',
      title: t('newTask'),
      also: english.newTask,
      to: pages.task({ new: 1 }),
    }),
    ...allowed(workOrderCalls.add, {
      key: 'do newWorkOrder',
      icon: 'wrench',
      title: t('newWorkOrder'),
      also: english.newWorkOrder,
      to: pages.workOrders({ new: 1 }),
    }),
    ...allowed(otaTaskCalls.add, {
      key: 'do newRollout',
      icon: 'upload',
      title: t('newRollout'),
      also: english.newRollout,
      to: pages.otaTasks({ add: 'new' }),
    }),
    {
      key: 'do knowledge',
      icon: 'bookmark',
      title: t('readKnowledge'),
      also: english.knowledge,
      to: pages.knowledgeBase(),
    },
    { key: 'do keys', icon: 'keyboard', title: t('keys.title'), also: english.keys, run: keyList.open },
    ...themeActions(t, shell),
    ...langActions(t),
    viewed
      ? { key: 'do endView', icon: 'unseen', title: shell('view.end'), transient: true, run: endView }
      : {
          key: 'do signOut',
          icon: 'logout',
          title: shell('signOut'),
          also: english.signOut,
          transient: true,
          run: () => void requestSignOut(),
        },
  ];
  return actions.map((action) => ({ ...action, group: 'actions' }));
}

const themeActions = (t: Texts, shell: ShellTexts): Action[] =>
  themes
    .filter((theme) => theme !== themeChoice())
    .map((theme) => ({
      key: `do theme ${theme}`,
      icon: themeIcons[theme],
      title: t('switchTheme', { theme: shell(`themes.${theme}`) }),
      also: english.theme[theme],
      run: () => chooseTheme(theme),
    }));

const langActions = (t: Texts): Action[] =>
  langs
    .filter((lang) => lang !== currentLang())
    .map((lang) => ({
      key: `do lang ${lang}`,
      icon: 'language',
      title: t('switchLanguage', { language: langNames[lang] }),
      also: [langNames[lang], english.lang[lang], 'language'],
      run: () => chooseLang(lang),
    }));
