import { closeness, closenessOf, pages, type DeviceHit } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../kit/api/may.ts';
import { useSession } from '../../kit/api/session.ts';
import { useDailyActs, type AskedAct } from '../../shared/acts/use-daily-acts.ts';
import { useWorkOrderWords } from '../../shared/work-order-words/use-work-order-words.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { routes } from '../routes/routes.tsx';
import { useGroupName } from '../shell/use-group-name.ts';
import { useRouteTitle } from '../shell/use-route-title.ts';
import { actionItems } from './action-items.ts';
import { pageItems } from './page-items.ts';
import { paletteGroups, type PaletteGroup, type PaletteItem } from './palette-item.ts';
import { recentChoices } from './recent-choices.ts';
import { actQuery } from './act-query.ts';
import { namedActs, recordItems, robotActions } from './record-items.tsx';
import { useFoundRecords } from './use-found-records.ts';

export interface ItemGroup {
  name: PaletteGroup;
  items: PaletteItem[];
}

/** Pages and actions of one answer. */
const maxLocal = 5;
/** Suggestions before anything is typed. */
const maxSuggested = { pages: 6, actions: 3 };

/** The choices for the typed text, in groups, and the state of the search for records. */
export function usePaletteItems(text: string, ask: (act: AskedAct, device: DeviceHit) => void) {
  const { t } = useTranslation('palette');
  const { t: shell } = useTranslation('app');
  const groupName = useGroupName();
  const routeTitle = useRouteTitle();
  const words = useWords();
  const orderWords = useWorkOrderWords();
  const userId = useSession()?.userId ?? '';
  const { t: actTexts } = useTranslation('acts');
  const actWords = { itemsOf: useDailyActs(), t: actTexts, ask };
  const { found, ...search } = useFoundRecords(text);
  const typed = text.trim();
  const query = actQuery(typed, actTexts);
  const acted = useFoundRecords(query?.robot ?? '');
  const recent = useMemo(() => recentChoices(userId), [userId]);
  const local = [...pageItems(routeTitle, groupName), ...actionItems(t, shell)];

  if (typed === '') return { groups: grouped(suggested(local, recent)), ...search };
  const chosen = new Map(recent.map(({ key }, n) => [key, n]));
  const records = found
    ? [...recordItems(found, words, orderWords), ...robotActions(found.devices, actWords)]
    : [];
  const named = query && acted.found ? namedActs(acted.found.devices, query.act, actWords) : [];
  // The search for the whole line may find the robot too, with the named act among its acts.
  const others = records.filter(({ key }) => !named.some((item) => item.key === key));
  const items = [...named, ...matching(local, typed), ...others].toSorted(
    (a, b) => (chosen.get(a.key) ?? chosen.size) - (chosen.get(b.key) ?? chosen.size),
  );
  const waiting = search.waiting || acted.waiting;
  if (items.length > 0 || waiting)
    return { groups: grouped(closeFirst(items), named.length > 0), ...search, waiting };
  return { groups: grouped(nextSteps(local)), ...search };
}

/** The closest items first. Those with one wrong letter are left out if others match. */
function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const ranked = items.flatMap((item) => {
    const rank = closenessOf(typed, [item.title, ...(item.also ?? [])]);
    return rank === undefined ? [] : { item, rank };
  });
  const best = Math.min(...ranked.map(({ rank }) => rank));
  const close = ranked.filter(({ rank }) => rank < closeness.similar || best === closeness.similar);
  const sorted = close.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
  return (['pages', 'actions'] as const).flatMap((group) =>
    sorted.filter((item) => item.group === group).slice(0, maxLocal),
  );
}

/** Leaves out what is only similar if something matches as typed. */
const closeFirst = (items: readonly PaletteItem[]) => {
  const close = items.filter(({ similar }) => !similar);
  return close.length > 0 ? close : items;
};

function suggested(local: readonly PaletteItem[], recent: ReturnType<typeof recentChoices>): PaletteItem[] {
  const choices = recent.flatMap((choice): PaletteItem[] => {
    // Pages and actions are those of now: in the reader's language, and only while they are permitted.
    const item = local.find(({ key }) => key === choice.key);
    if (item) return [{ ...item, group: 'recent' }];
    return choice.to && mayOpen(choice.to) ? [{ ...choice, group: 'recent' }] : [];
  });
  const others = local.filter((item) => choices.every(({ key }) => key !== item.key));
  const inMenu = (to: string | undefined) =>
    routes.some(({ path, icon }) => path === to && icon !== undefined);
  const first = (group: 'pages' | 'actions') =>
    others
      .filter((item) => item.group === group && (group === 'actions' || inMenu(item.to)))
      .slice(0, maxSuggested[group]);
  return [...choices, ...first('pages'), ...first('actions')];
}

const mayOpen = (address: string) => {
  const route = routes.find(({ path }) => path === address.split('?')[0]);
  return route !== undefined && may(route.allow);
};

/** The lists in which records are found by looking, for those who do not know the name. */
const lists = [pages.devices, pages.tasks, pages.sites, pages.terminalCompanies].map(({ path }) => path);

const nextSteps = (local: readonly PaletteItem[]): PaletteItem[] =>
  local
    .filter(({ group, to }) => group === 'pages' && to !== undefined && lists.includes(to))
    .map((item) => ({ ...item, group: 'next' }));

/** An act and a robot were typed: then the actions are first. */
const grouped = (items: readonly PaletteItem[], actsFirst = false): ItemGroup[] =>
  paletteGroups
    .toSorted((a, b) => (actsFirst ? Number(b === 'actions') - Number(a === 'actions') : 0))
    .map((name) => ({ name, items: items.filter(({ group }) => group === name) }))
    .filter((group) => group.items.length > 0);
