import { screenCalls } from '@sweepline/contract';
import { usePictureUrl } from '../../../kit/ui/use-stored-picture.ts';
import { LargeScreen } from './large/large-screen.tsx';
import { useScreenFeed } from './large/use-screen-feed.ts';

/** The large screen of a display, opened by its link without an account. */
export function PublicScreen({ token }: { token: string }) {
  const feed = useScreenFeed(token);
  const logo = feed.view?.hasLogo ? <ScreenLogo token={token} name={feed.view.companyName} /> : undefined;
  return <LargeScreen feed={feed} logo={logo} />;
}

function ScreenLogo({ token, name }: { token: string; name: string }) {
  const url = usePictureUrl(['screen-logo', token], screenCalls.logo, { token });
  return url ? <img className="large-logo" src={url} alt={name} /> : null;
}
