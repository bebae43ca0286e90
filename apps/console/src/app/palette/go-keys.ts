import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { may } from '../../kit/api/may.ts';
import { isForPage } from '../../kit/keys/use-key-acts.ts';
import { routes } from '../routes/routes.tsx';
import { useRouteTitle } from '../shell/use-route-title.ts';

/** The second key counts for so long after the first one. */
const withinMs = 2_000;

/** The root leads to the start page of the user. */
const home = { key: 'h', path: '/' };

/** The pages that the user may open with G and a letter. */
const goPages = () => [
  home,
  ...routes.flatMap(({ goKey, path, allow }) => (goKey && may(allow) ? [{ key: goKey, path }] : [])),
];

/** The same pages with their names, for the list of keys. */
export function useGoPages() {
  const { t } = useTranslation('app');
  const routeTitle = useRouteTitle();
  return goPages().map(({ key, path }) => {
    const route = routes.find((each) => each.path === path);
    return { text: route ? routeTitle(route.title) : t('home'), keys: `G Then ${key.toUpperCase()}` };
  });
}

/** Opens a page at G and a letter. */
export function useGoKeys() {
  const navigate = useNavigate();
  useEffect(() => {
    let pressedAt = -Infinity;
    const press = (event: KeyboardEvent) => {
      // Shift and other modifiers come as keys of their own.
      if (event.key.length > 1) return;
      const isSecond = event.timeStamp - pressedAt < withinMs;
      pressedAt = -Infinity;
      if (!isForPage(event)) return;
      if (isSecond) {
        // The letter must not also act on the page that is left.
        event.preventDefault();
        const page = goPages().find(({ key }) => key === event.key.toLowerCase());
        if (page) void navigate(page.path);
      } else if (event.key === 'g') {
        event.preventDefault();
        pressedAt = event.timeStamp;
      }
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [navigate]);
}
